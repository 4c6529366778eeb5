import type { Release } from '@slipway/api';
import { denialReason } from '../../data/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { draftBlocker, publishSteps } from './messages.ts';

/** Open items of a draft, file by file. */
export const PublishChecklist = ({ app, release }: { app: string; release: Release }) => {
  const reason = draftBlocker(release);
  return (
    <Card
      title="Publish checklist"
      note={reason === undefined ? 'Ready to publish' : undefined}
      aside={
        reason !== undefined && (
          <LinkButton href={`/apps/${app}/new?draft=${release.id}`} disabledReason={denialReason('publish')}>
            Continue upload
          </LinkButton>
        )
      }
    >
      <ul class="todo">
        {publishSteps(release).map(({ text, detail, isDone }) => (
          <li key={text} class={isDone ? 'done' : ''}>
            <Icon name={isDone ? 'check' : 'arrow'} />
            <span>
              {text}
              {isDone && <span class="off-screen"> (done)</span>}
              {detail !== undefined && <span class="line mono">{detail}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};
