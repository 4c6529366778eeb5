import type { Release } from '@slipway/api';
import { client } from '../data/client.ts';
import { denialReason } from '../data/session.ts';
import { ActionDialog } from './action-dialog.tsx';
import { deleteDraftConfirmation } from './messages.ts';
import { summarizeUploads } from './upload-summary.ts';

/** Confirms deleting a draft; if it has uploads, the user types its version. */
export const DeleteDraftDialog = ({
  app,
  release,
  onClose,
  onDone,
}: {
  app: string;
  release: Release;
  onClose: () => void;
  onDone?: () => void;
}) => {
  const { id, version } = release;
  const remove = async (): Promise<void> => {
    await client.deleteRelease(app, id);
    onDone?.();
  };
  return (
    <ActionDialog
      app={app}
      {...deleteDraftConfirmation(release)}
      isDanger
      confirmText={summarizeUploads(release).done > 0 ? version : undefined}
      reason={denialReason('publish')}
      onConfirm={remove}
      onClose={onClose}
    />
  );
};
