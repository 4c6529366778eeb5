import { useState } from 'preact/hooks';
import type { Subject } from '../actions/confirm-dialog.tsx';
import { offeredReleases } from '../actions/offered-releases.ts';
import { Withdraw } from '../actions/withdraw-dialog.tsx';
import { client } from '../data/client.ts';
import { useAnswer } from '../data/query-cache.ts';
import { Button } from '../ui/button.tsx';
import { Answered } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';

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
