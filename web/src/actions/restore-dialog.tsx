import { client } from '../data/client.ts';
import { denialReason } from '../data/session.ts';
import { type ActionSubject, ConfirmDialog } from './confirm-dialog.tsx';
import { restoreLines } from './effect-lines.ts';

export const RestoreDialog = ({
  app,
  release,
  onClose,
}: {
  app: string;
  release: ActionSubject;
  onClose: () => void;
}) => {
  const { id, version, channel } = release;
  return (
    <ConfirmDialog
      app={app}
      release={release}
      verb="restore"
      title={`Restore ${version} on ${channel}?`}
      button={`Restore ${version}`}
      missing={() => denialReason('withdraw')}
      lines={restoreLines}
      onConfirm={() => client.restoreRelease(app, id)}
      done={`${version} is published on ${channel} again.`}
      onClose={onClose}
    />
  );
};
