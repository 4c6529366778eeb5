import { useState } from 'preact/hooks';
import type { Subject } from '../acting/confirm.tsx';
import { offeredReleases } from '../acting/offered-releases.ts';
import { Withdraw } from '../acting/withdraw.tsx';
import { client } from '../client.ts';
import { useAnswer } from '../live.ts';
import { Button } from '../parts/button.tsx';
import { Answered } from '../parts/card.tsx';
import { Dialog } from '../parts/dialog.tsx';

/** Withdraws what is offered at present, from any screen of its app: choose, say why, withdraw. */
export const WithdrawAnywhere = ({ app, onClose }: { app: string; onClose: () => void }) => {
  const [chosen, setChosen] = useState<Subject | undefined>(undefined);
  const load = () => Promise.all([client.listOffers(app), client.listRollouts(app)]);
  const { value } = useAnswer(`${app}/withdrawable`, load);
  const offered = value === undefined ? [] : offeredReleases(value[0].offers, value[1].rollouts);
  // Where there is one release to choose from, it is chosen.
  const only = offered.length === 1 ? offered[0] : undefined;
  const release = chosen ?? only;
  if (release !== undefined) return <Withdraw app={app} release={release} onClose={onClose} />;
  return (
    <Dialog
      title="Withdraw which release?"
      onClose={onClose}
      actions={<Button onPress={onClose}>Withdraw nothing</Button>}
    >
      <Answered name={`${app}/withdrawable`} load={load} lines={5}>
        {() =>
          offered.length === 0 ? (
            <p>Nothing is offered at present: there is nothing to withdraw.</p>
          ) : (
            <>
              <p>The next step says what clients get instead.</p>
              <ul class="offered-list">
                {offered.map((one) => (
                  <li key={one.id}>
                    <button type="button" onClick={() => setChosen(one)}>
                      <strong class="mono">{one.version}</strong> {one.channel}
                      <span class="quiet">{one.reach}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Answered>
    </Dialog>
  );
};
