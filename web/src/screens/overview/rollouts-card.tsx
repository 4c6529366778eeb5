import type { ListedRollout } from '@slipway/api';
import { isOpenRollout } from '../../actions/open-rollouts.ts';
import { refetchQuery, useFastPolling, useQuery } from '../../data/query-cache.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MeterBar } from '../../ui/meter.tsx';
import { ProblemBox } from '../../ui/problem.tsx';
import { rolloutStates } from '../rollout-states.ts';
import { healthText, nextRolloutText, stoppedText } from './messages.ts';
import { rolloutQuery, rolloutsQuery } from './queries.ts';

const RolloutItem = ({ app, rollout }: { app: string; rollout: ListedRollout }) => {
  const { releaseId, version, channel, percent, stopped } = rollout;
  const [tone, state] = rolloutStates[rollout.state];
  const { value } = useQuery(...rolloutQuery(app, releaseId));
  return (
    <div class="padded rollout">
      <p>
        <a class="mono strong" href={`/apps/${app}/releases/${releaseId}`}>
          {version}
        </a>{' '}
        on {channel} <Badge tone={tone}>{state}</Badge>
      </p>
      <LinkButton href={`/apps/${app}/releases/${releaseId}`}>Manage rollout</LinkButton>
      <p class="figure">
        <strong>{percent}%</strong> {nextRolloutText(rollout)}
      </p>
      <MeterBar
        share={percent / 100}
        tone={rollout.state === 'paused' ? 'warn' : 'accent'}
        label={`${percent}% of clients`}
      />
      <p class="small quiet">{value === undefined ? '…' : healthText(value.evidence)}</p>
      <p class="small quiet">
        {stopped === null
          ? 'Other clients get the previous release. Pauses automatically if too many failures are reported.'
          : stoppedText(stopped)}
      </p>
    </div>
  );
};

/** Active rollouts; without any, nothing. */
export const RolloutsCard = ({ app }: { app: string }) => {
  const [queryKey, queryFn] = rolloutsQuery(app);
  const { value, error } = useQuery(queryKey, queryFn);
  const open = (value?.rollouts ?? []).filter(isOpenRollout);
  useFastPolling(open.some(({ state }) => state === 'rolling'));
  return open.length === 0 && error === undefined ? null : (
    <Card title="Rollouts">
      <ProblemBox error={error} onRetry={() => refetchQuery(queryKey)} />
      {open.map((rollout) => (
        <RolloutItem key={rollout.releaseId} app={app} rollout={rollout} />
      ))}
    </Card>
  );
};
