import type { TrustedPublisher } from '@slipway/api';
import { ActionDialog } from '../../actions/action-dialog.tsx';
import { client } from '../../data/client.ts';
import { denialReason } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { removeTrustConfirmation } from './messages.ts';
import { pipelineSnippet } from './pipeline-snippet.ts';

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
    {...removeTrustConfirmation(publisher.name, isOnly)}
    isDanger
    reason={denialReason('manage')}
    onConfirm={() => client.untrustPublisher(app, publisher.id)}
    onClose={onClose}
  />
);
