import { Icon } from '../../ui/icon.tsx';
import type { AttentionItem } from './attention.ts';

/** What someone should look at, one line each; nothing if all is well. */
export const AttentionList = ({ app, items }: { app: string; items: readonly AttentionItem[] }) =>
  items.length === 0 ? null : (
    <ul class="card attention" aria-label="Needs attention">
      {items.map(([tone, text, action, path]) => (
        <li key={path} class={tone}>
          <Icon name={tone === 'plain' ? 'clock' : 'warn'} />
          <span>{text}</span>
          <a href={`/apps/${app}${path}`}>{action}</a>
        </li>
      ))}
    </ul>
  );
