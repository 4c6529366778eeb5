import type { Key } from '@slipway/api';
import { ActionDialog } from '../../actions/action-dialog.tsx';
import { client } from '../../data/client.ts';
import { session } from '../../data/session.ts';
import { revokeConfirmation, revokeLabel } from './messages.ts';

/** Revokes a key. This is irreversible, so the user types its name. */
export const RevokeKeyDialog = ({
  app,
  target,
  onClose,
}: {
  app: string;
  target: Key;
  onClose: () => void;
}) => {
  const { id, name } = target;
  return (
    <ActionDialog
      app={app}
      {...revokeConfirmation(target, session.value?.key?.id === id)}
      isDanger
      confirmText={name}
      confirmLabel={revokeLabel(name)}
      onConfirm={() => client.revokeKey(app, id)}
      onClose={onClose}
    />
  );
};
