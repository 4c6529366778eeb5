import { useState } from 'preact/hooks';
import type { ActionSubject } from '../actions/confirmation.ts';
import { listOfferedReleases } from '../actions/offered-releases.ts';
import { WithdrawDialog } from '../actions/withdraw-dialog.tsx';
import { client } from '../data/client.ts';
import { useQuery } from '../data/query-cache.ts';
import { Button } from '../ui/button.tsx';
import { QueryView } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Withdraws a current release from any screen: choose one, give a reason, confirm. */
export const WithdrawAnywhere = ({ app, onClose }: { app: string; onClose: () => void }) => {
  const [chosen, setChosen] = useState<ActionSubject | undefined>(undefined);
  const queryFn = () => Promise.all([client.listOffers(app), client.listRollouts(app)]);
  const { value } = useQuery(`${app}/withdrawable`, queryFn);
  const offered = value === undefined ? [] : listOfferedReleases(value[0].offers, value[1].rollouts);
  // Preselect the only release.
  const only = offered.length === 1 ? offered[0] : undefined;
  const release = chosen ?? only;
  if (release !== undefined) return <WithdrawDialog app={app} release={release} onClose={onClose} />;
  return (
    <Dialog title="Withdraw a release" onClose={onClose} actions={<Button onPress={onClose}>Cancel</Button>}>
      <QueryView queryKey={`${app}/withdrawable`} queryFn={queryFn} lines={5}>
        {() =>
          offered.length === 0 ? (
            <p>No live releases to withdraw.</p>
          ) : (
            <>
              <p>You’ll see what clients get instead before you confirm.</p>
              <ul class="offered-list">
                {offered.map((one) => (
                  <li key={one.id}>
                    <button type="button" onClick={() => setChosen(one)}>
                      <strong class="mono">{one.version}</strong> {one.channel}
                      <span class="quiet">{one.reachText}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
    </Dialog>
  );
};
