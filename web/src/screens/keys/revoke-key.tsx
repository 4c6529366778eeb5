import type { Key } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../client.ts';
import { refreshShown } from '../../live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ProblemBox } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';

/** Revokes a key: nothing brings it back, so its name is typed. */
export const RevokeKey = ({ app, target, onClose }: { app: string; target: Key; onClose: () => void }) => {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>(undefined);
  const [isBusy, setBusy] = useState(false);
  const { name, lastUsedAt } = target;
  const reason = typed.trim() === name.trim() ? undefined : 'Type its name first.';
  const revoke = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (reason !== undefined || isBusy) return;
    setBusy(true);
    try {
      await client.revokeKey(app, target.id);
      refreshShown(`${app}/keys`);
      toast(`${name} is revoked.`);
      onClose();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={`Revoke ${name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Keep it</Button>
          <Button
            kind="danger"
            reason={reason}
            isBusy={isBusy}
            onPress={() => void revoke(new Event('press'))}
          >
            {`Revoke ${name}`}
          </Button>
        </>
      }
    >
      <ul class="effects">
        <li>
          <Icon name="arrow" />
          <span>
            Whatever holds it is answered 401 from the next request on, and who signed in with it is signed
            out.
          </span>
        </li>
        <li>
          <Icon name="clock" />
          <span>
            {lastUsedAt === null ? (
              'It was never used.'
            ) : (
              <>
                It was last used <Time at={lastUsedAt} isAgo />.
              </>
            )}
          </span>
        </li>
        <li>
          <Icon name="box" />
          <span>What was published with it stays as it is.</span>
        </li>
      </ul>
      <form onSubmit={(event) => void revoke(event)}>
        <TextField label={`Nothing brings it back. Type “${name}”.`} value={typed} onInput={setTyped} />
      </form>
      {error !== undefined && <ProblemBox error={error} />}
    </Dialog>
  );
};
