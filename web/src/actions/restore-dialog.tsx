import { client } from '../data/client.ts';
import { denialReason } from '../data/session.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ActionSubject, ReleaseDialogProps } from './confirmation.ts';
import { restoreConfirmation, restoreLines } from './messages.ts';

export const RestoreDialog = ({ app, release, onClose }: ReleaseDialogProps<ActionSubject>) => {
  return (
    <ConfirmDialog
      app={app}
      release={release}
      verb="restore"
      {...restoreConfirmation(release)}
      missing={() => denialReason('withdraw')}
      lines={restoreLines}
      onConfirm={() => client.restoreRelease(app, release.id)}
      onClose={onClose}
    />
  );
};
