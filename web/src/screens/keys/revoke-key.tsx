import type { Key } from '@slipway/api';
import { Ask } from '../../acting/ask.tsx';
import { client } from '../../client.ts';
import { formatAgo } from '../../format.ts';
import { session } from '../../session.ts';

/** Revokes a key: nothing brings it back, so its name is typed. */
export const RevokeKey = ({ app, target, onClose }: { app: string; target: Key; onClose: () => void }) => {
  const { id, name, lastUsedAt } = target;
  const used = lastUsedAt === null ? 'It was never used.' : `It was last used ${formatAgo(lastUsedAt)}.`;
  return (
    <Ask
      app={app}
      title={`Revoke ${name}?`}
      lines={[
        {
          icon: 'arrow',
          text: 'Whatever holds it is answered 401 from the next request on, and who signed in with it is signed out.',
        },
        session.value?.key?.id === id
          ? { icon: 'warn', tone: 'bad', text: 'It is the key that you are signed in with.' }
          : { icon: 'clock', text: used },
        { icon: 'box', text: 'What was published with it stays as it is.' },
      ]}
      keep="Keep it"
      button={`Revoke ${name}`}
      isDanger
      word={name}
      typing={`Nothing brings it back. Type “${name}”.`}
      act={() => client.revokeKey(app, id)}
      done={`${name} is revoked.`}
      onClose={onClose}
    />
  );
};
