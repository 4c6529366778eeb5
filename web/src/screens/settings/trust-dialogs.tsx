import type { TrustedPublisher } from '@slipway/api';
import { Ask } from '../../actions/action-dialog.tsx';
import { client } from '../../data/client.ts';
import { mayNot } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatMany } from '../../ui/format.ts';
import { linesFor } from './trust-messages.ts';

interface Asked {
  app: string;
  of: TrustedPublisher;
  onClose: () => void;
}

/** What the pipeline needs, once it is trusted. */
export const TrustedLines = ({ app, of, onClose }: Asked) => (
  <Dialog
    title={`Added ${of.name}`}
    onClose={onClose}
    actions={
      <Button kind="primary" onPress={onClose}>
        Done
      </Button>
    }
  >
    <p>Add this to the job. Each run gets a key for {formatMany(of.ttlSeconds / 60, 'minute')}.</p>
    <CodeBlock label="CI configuration" text={linesFor(of, globalThis.location?.origin ?? '', app)} />
    {of.warnings?.map(({ code, detail }) => (
      <p key={code} class="warn">
        {detail}
      </p>
    ))}
  </Dialog>
);

/** Asks before a pipeline is trusted no more. */
export const Untrust = ({ app, of, isOnly, onClose }: Asked & { isOnly: boolean }) => (
  <Ask
    app={app}
    title={`Remove ${of.name}?`}
    lines={[
      { icon: 'arrow', text: 'Its current keys are revoked and future runs get none.' },
      { icon: 'box', text: 'Published releases aren’t affected.' },
      ...(isOnly
        ? [
            {
              icon: 'warn' as const,
              tone: 'warn' as const,
              text: 'This is the last trusted publisher. Only the admin key can publish after this.',
            },
          ]
        : []),
    ]}
    button="Remove"
    isDanger
    reason={mayNot('manage')}
    act={() => client.untrustPublisher(app, of.id)}
    done={`Removed ${of.name}.`}
    onClose={onClose}
  />
);
