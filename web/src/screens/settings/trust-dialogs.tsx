import type { TrustedPublisher } from '@slipway/api';
import { ActionDialog } from '../../actions/action-dialog.tsx';
import { client } from '../../data/client.ts';
import { denialReason } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { pipelineSnippet } from './trust-messages.ts';

interface TrustDialogProps {
  app: string;
  publisher: TrustedPublisher;
  onClose: () => void;
}

/** The CI configuration for a trusted pipeline. */
export const TrustSnippetDialog = ({ app, publisher, onClose }: TrustDialogProps) => (
  <Dialog
    title={`Added ${publisher.name}`}
    onClose={onClose}
    actions={
      <Button kind="primary" onPress={onClose}>
        Done
      </Button>
    }
  >
    <p>Add this to the job. Each run gets a key for {formatQuantity(publisher.ttlSeconds / 60, 'minute')}.</p>
    <CodeBlock
      label="CI configuration"
      text={pipelineSnippet(publisher, globalThis.location?.origin ?? '', app)}
    />
    {publisher.warnings?.map(({ code, detail }) => (
      <p key={code} class="warn">
        {detail}
      </p>
    ))}
  </Dialog>
);

export const RemoveTrustDialog = ({
  app,
  publisher,
  isOnly,
  onClose,
}: TrustDialogProps & { isOnly: boolean }) => (
  <ActionDialog
    app={app}
    title={`Remove ${publisher.name}?`}
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
    reason={denialReason('manage')}
    onConfirm={() => client.untrustPublisher(app, publisher.id)}
    done={`Removed ${publisher.name}.`}
    onClose={onClose}
  />
);
