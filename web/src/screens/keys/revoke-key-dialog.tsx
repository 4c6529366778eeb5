import type { Key } from '@slipway/api';
import { ActionDialog } from '../../actions/action-dialog.tsx';
import { client } from '../../data/client.ts';
import { session } from '../../data/session.ts';
import { formatAgo } from '../../ui/format.ts';

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
  const { id, name, lastUsedAt } = target;
  const used = lastUsedAt === null ? 'Never used.' : `Last used ${formatAgo(lastUsedAt)}.`;
  return (
    <ActionDialog
      app={app}
      title={`Revoke ${name}?`}
      lines={[
        {
          icon: 'arrow',
          text: 'Requests with this key fail immediately, and its sessions are signed out.',
        },
        session.value?.key?.id === id
          ? { icon: 'warn', tone: 'bad', text: 'You’re signed in with this key.' }
          : { icon: 'clock', text: used },
        { icon: 'box', text: 'Releases published with it aren’t affected.' },
      ]}
      button="Revoke key"
      isDanger
      confirmText={name}
      confirmLabel={`This can’t be undone. Type “${name}” to confirm.`}
      onConfirm={() => client.revokeKey(app, id)}
      done={`Revoked ${name}.`}
      onClose={onClose}
    />
  );
};
