import type { ListedRollout } from '@slipway/api';
import { isOpenRollout } from '../../actions/open-rollouts.ts';
import { client } from '../../data/client.ts';
import { useFastPolling } from '../../data/query-cache.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { QueryCard } from '../../ui/card.tsx';
import { MeterBar } from '../../ui/meter.tsx';
import { rolloutStates, stagedRolloutHelp } from '../rollout-states.ts';
import { nextRolloutText } from './messages.ts';

const RolloutItem = ({ app, rollout }: { app: string; rollout: ListedRollout }) => {
  const [tone, state] = rolloutStates[rollout.state];
  return (
    <div class="padded rollout">
      <p class="between">
        <span>
          <a class="mono strong" href={`/apps/${app}/releases/${rollout.releaseId}`}>
            {rollout.version}
          </a>{' '}
          on {rollout.channel}
        </span>
        <Badge tone={tone}>{state}</Badge>
      </p>
      <p class="figure">
        <strong>{rollout.percent}%</strong> {nextRolloutText(rollout)}
      </p>
      <MeterBar
        share={rollout.percent / 100}
        tone={rollout.state === 'paused' ? 'warn' : 'accent'}
        label={`${rollout.percent}% of clients`}
      />
      {rollout.state === 'rolling' && (
        <p class="small">
          Other clients get the previous release. Pauses automatically if too many failures are reported.
        </p>
      )}
      {rollout.stopped !== null && <p class="small">{rollout.stopped.reason}</p>}
      <LinkButton href={`/apps/${app}/releases/${rollout.releaseId}`}>Manage rollout</LinkButton>
    </div>
  );
};

const RolloutList = ({ app, rollouts }: { app: string; rollouts: readonly ListedRollout[] }) => {
  const open = rollouts.filter(isOpenRollout);
  useFastPolling(open.some(({ state }) => state === 'rolling'));
  if (open.length === 0)
    return (
      <div class="padded">
        <p>No active rollouts</p>
        <p class="small quiet">{stagedRolloutHelp}</p>
      </div>
    );
  return (
    <>
      {open.map((rollout) => (
        <RolloutItem key={rollout.releaseId} app={app} rollout={rollout} />
      ))}
    </>
  );
};

export const RolloutsCard = ({ app }: { app: string }) => (
  <QueryCard title="Rollouts" queryKey={`${app}/rollouts`} queryFn={() => client.listRollouts(app)} lines={6}>
    {({ rollouts }) => <RolloutList app={app} rollouts={rollouts} />}
  </QueryCard>
);
