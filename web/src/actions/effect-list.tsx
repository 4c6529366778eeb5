import { Icon } from '../ui/icon.tsx';
import type { Line } from './effect-lines.ts';

/** What an action would change, one line each. */
export const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <ul class="effects">
    {lines.map(({ icon, text, tone }) => (
      <li key={text} class={tone ?? ''}>
        <Icon name={icon} />
        <span>{text}</span>
      </li>
    ))}
  </ul>
);
