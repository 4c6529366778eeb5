import type { ListedRollout } from '@slipway/api';
import { isOpen } from '../../acting/open-rollouts.ts';
import { client } from '../../client.ts';
import { formatTime } from '../../format.ts';
import { useMoving } from '../../live.ts';
import { Badge } from '../../parts/badge.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { AnswerCard } from '../../parts/card.tsx';
import { Meter } from '../../parts/meter.tsx';
import { rolloutStates } from '../rollout-states.ts';

const next = ({ steps: [step], state, steppedAt }: ListedRollout): string => {
  if (state === 'paused') return 'stopped until someone resumes it';
  if (step === undefined) return 'no further step is planned';
  const at = formatTime(Date.parse(steppedAt) + step.afterHours * 3_600_000);
  return `next ${step.percent}%, ${at}`;
};

const One = ({ app, rollout }: { app: string; rollout: ListedRollout }) => {
  const [tone, state] = rolloutStates[rollout.state];
  return (
    <div class="padded rollout">
      <p class="ends">
        <span>
          <a class="mono strong" href={`/apps/${app}/releases/${rollout.releaseId}`}>
            {rollout.version}
          </a>{' '}
          on {rollout.channel}
        </span>
        <Badge tone={tone}>{state}</Badge>
      </p>
      <p class="figure">
        <strong>{rollout.percent}%</strong> {next(rollout)}
      </p>
      <Meter
        share={rollout.percent / 100}
        tone={rollout.state === 'paused' ? 'warn' : 'accent'}
        label={`${rollout.percent}% of clients`}
      />
      {rollout.state === 'rolling' && (
        <p class="small">
          All others are offered the release before it. A brake stops it when what is told of it is too bad.
        </p>
      )}
      {rollout.stopped !== null && <p class="small">{rollout.stopped.reason}</p>}
      <LinkButton href={`/apps/${app}/releases/${rollout.releaseId}`}>
        {rollout.state === 'paused' ? 'Resume or withdraw…' : 'Pause or go on…'}
      </LinkButton>
    </div>
  );
};

const Shown = ({ app, rollouts }: { app: string; rollouts: readonly ListedRollout[] }) => {
  const open = rollouts.filter(isOpen);
  useMoving(open.some(({ state }) => state === 'rolling'));
  if (open.length === 0)
    return (
      <div class="padded">
        <p>Everything that is published is offered to everyone.</p>
        <p class="small quiet">
          A rollout offers a release to one in a hundred first, watches how it does, and goes on by itself.
        </p>
      </div>
    );
  return (
    <>
      {open.map((rollout) => (
        <One key={rollout.releaseId} app={app} rollout={rollout} />
      ))}
    </>
  );
};

/** Releases that are on their way to everyone. */
export const Rollouts = ({ app }: { app: string }) => (
  <AnswerCard title="Rollouts" name={`${app}/rollouts`} load={() => client.listRollouts(app)} lines={6}>
    {({ rollouts }) => <Shown app={app} rollouts={rollouts} />}
  </AnswerCard>
);
