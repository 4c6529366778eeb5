import type { EvidenceLine, Release, RolloutDetails } from '@slipway/api';
import { useState } from 'preact/hooks';
import { WarningList } from '../../actions/warning-list.tsx';
import { client } from '../../data/client.ts';
import { useFullRolloutReason } from '../../data/queries.ts';
import { isSettled, useFastPolling, useQuery } from '../../data/query-cache.ts';
import { denialReason } from '../../data/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, QueryView } from '../../ui/card.tsx';
import { MeterBar } from '../../ui/meter.tsx';
import { rolloutStates, stagedRolloutHelp } from '../rollout-states.ts';
import { ExposureMeter } from './exposure-meter.tsx';
import { PlanRolloutDialog, SimulateRolloutDialog } from './plan-rollout.tsx';
import { ChangeRolloutDialog, PauseRolloutDialog, ResumeRolloutDialog } from './rollout-dialogs.tsx';
import {
  availableToEveryone,
  evidenceSources,
  exposureText,
  failuresText,
  nextStepText,
  resumeFirst,
  stoppedText,
} from './rollout-messages.ts';
import { evidenceShare, percentChoices, remainingPlan } from './rollout-plan.ts';

type OpenDialog = { kind: 'pause' | 'resume' | 'simulate' } | { kind: 'change'; percent: number };

const Ladder = ({
  reading: { rollout },
  onChoose,
}: {
  reading: RolloutDetails;
  onChoose: (percent: number) => void;
}) => {
  const reason = denialReason('publish') ?? (rollout.state === 'paused' ? resumeFirst : undefined);
  return (
    <div class="percents" role="group" aria-label="Share of clients">
      {percentChoices(rollout).map((percent) => (
        <button
          key={percent}
          type="button"
          class={percent <= rollout.percent ? 'reached' : ''}
          aria-pressed={percent === rollout.percent ? 'true' : 'false'}
          aria-disabled={reason === undefined ? undefined : 'true'}
          title={reason}
          onClick={() => reason === undefined && onChoose(percent)}
        >
          {percent}%
        </button>
      ))}
    </div>
  );
};

const Evidence = ({ lines }: { lines: readonly EvidenceLine[] }) =>
  lines.length === 0 ? (
    <p class="small quiet">No health reports yet.</p>
  ) : (
    <ul class="evidence">
      {lines.map((line) => (
        <li key={`${line.source} ${line.target}`}>
          {evidenceSources[line.source]} {line.target !== null && <span class="mono">{line.target}</span>}
          <span class={evidenceShare(line) >= 0.7 ? 'line bad' : 'line'}>{failuresText(line)}</span>
          {evidenceShare(line) >= 0.01 && (
            <MeterBar
              share={evidenceShare(line)}
              tone={evidenceShare(line) >= 0.7 ? 'bad' : 'warn'}
              label={`${Math.round(evidenceShare(line) * 100)}% of the automatic pause threshold`}
            />
          )}
        </li>
      ))}
    </ul>
  );

const RolloutActions = ({
  reading,
  onAsk,
}: {
  reading: RolloutDetails;
  onAsk: (asking: OpenDialog) => void;
}) => {
  const { state, steps } = reading.rollout;
  const [step] = steps;
  const steer = denialReason(['publish', 'withdraw']);
  return (
    <div class="actions">
      {state === 'rolling' && (
        <Button disabledReason={steer} onPress={() => onAsk({ kind: 'pause' })}>
          Pause…
        </Button>
      )}
      {state === 'paused' && (
        <Button kind="primary" disabledReason={steer} onPress={() => onAsk({ kind: 'resume' })}>
          Resume…
        </Button>
      )}
      {state === 'rolling' && step !== undefined && step.percent < 100 && (
        <Button
          disabledReason={denialReason('publish')}
          onPress={() => onAsk({ kind: 'change', percent: step.percent })}
        >
          Go to {step.percent}%…
        </Button>
      )}
      {state === 'rolling' && (
        <Button
          disabledReason={denialReason('publish')}
          onPress={() => onAsk({ kind: 'change', percent: 100 })}
        >
          Release to everyone…
        </Button>
      )}
      {state !== 'done' && (
        <Button kind="quiet" onPress={() => onAsk({ kind: 'simulate' })}>
          Preview impact
        </Button>
      )}
    </div>
  );
};

const RolloutDialog = ({
  app,
  release,
  reading: { rollout },
  asking,
  onClose,
}: {
  app: string;
  release: Release;
  reading: RolloutDetails;
  asking: OpenDialog;
  onClose: () => void;
}) => {
  const props = { app, release, rollout, onClose };
  if (asking.kind === 'pause') return <PauseRolloutDialog {...props} />;
  if (asking.kind === 'resume') return <ResumeRolloutDialog {...props} />;
  if (asking.kind === 'change') return <ChangeRolloutDialog {...props} first={asking.percent} />;
  return (
    <SimulateRolloutDialog app={app} release={release} plan={remainingPlan(rollout)} onClose={onClose} />
  );
};

const Control = ({ app, release, reading }: { app: string; release: Release; reading: RolloutDetails }) => {
  const [asking, setAsking] = useState<OpenDialog | undefined>(undefined);
  const { rollout, exposed, evidence, warnings } = reading;
  useFastPolling(rollout.state === 'rolling');
  return (
    <div class="padded rollout-control">
      <Ladder reading={reading} onChoose={(percent) => setAsking({ kind: 'change', percent })} />
      {exposed.ofFleet !== null && (
        <ExposureMeter
          has={exposed.ofFleet / 100}
          allowed={rollout.percent / 100}
          label={exposureText(exposed, rollout.percent)}
        />
      )}
      {rollout.stopped !== null && rollout.state === 'paused' && (
        <p class="warn">{stoppedText(rollout.stopped)}</p>
      )}
      <p class="small">{nextStepText(rollout)}</p>
      {rollout.state !== 'planned' && <p class="small quiet">{exposureText(exposed, rollout.percent)}</p>}
      {rollout.brakedTargets.length > 0 && (
        <p class="small warn">
          Paused automatically on {rollout.brakedTargets.join(', ')}. Resume to offer it there again.
        </p>
      )}
      <WarningList warnings={warnings ?? []} />
      <RolloutActions reading={reading} onAsk={setAsking} />
      {rollout.state !== 'planned' && (
        <>
          <h3>Health</h3>
          <Evidence lines={evidence} />
        </>
      )}
      {asking !== undefined && (
        <RolloutDialog
          app={app}
          release={release}
          reading={reading}
          asking={asking}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
};

const Everyone = ({ app, release }: { app: string; release: Release }) => {
  const [isPlanning, setPlanning] = useState(false);
  const isDraft = release.state === 'draft';
  const first = useFullRolloutReason(app, release);
  return (
    <div class="padded rollout-control">
      <p>{isDraft ? 'Publishing makes it available to everyone.' : availableToEveryone}</p>
      <p class="small quiet">{stagedRolloutHelp}</p>
      <div class="actions">
        <Button disabledReason={denialReason('publish') ?? first} onPress={() => setPlanning(true)}>
          {isDraft ? 'Set up staged rollout…' : 'Restart as staged rollout…'}
        </Button>
      </div>
      {isPlanning && <PlanRolloutDialog app={app} release={release} onClose={() => setPlanning(false)} />}
    </div>
  );
};

const rolloutKey = (app: string, { id }: Release): string => `${app}/rollout/${id}`;

/** Whether the rollout is loaded, so that its height no longer changes. */
export const useRolloutSettled = (app: string, release: Release): boolean => {
  const isNone = release.rollout === undefined || release.rollout.state === 'done';
  const queryKey = isNone || release.state === 'withdrawn' ? undefined : rolloutKey(app, release);
  const query = useQuery(queryKey, () => client.getRollout(app, release.id));
  return queryKey === undefined || isSettled(query);
};

export const RolloutCard = ({ app, release }: { app: string; release: Release }) => {
  const { rollout } = release;
  const [tone, text] = rollout === undefined ? [undefined, ''] : rolloutStates[rollout.state];
  return (
    <Card title="Rollout" aside={tone !== undefined && <Badge tone={tone}>{text}</Badge>}>
      {rollout === undefined || rollout.state === 'done' ? (
        <Everyone app={app} release={release} />
      ) : (
        <QueryView
          queryKey={rolloutKey(app, release)}
          queryFn={() => client.getRollout(app, release.id)}
          lines={5}
        >
          {(reading) => <Control app={app} release={release} reading={reading} />}
        </QueryView>
      )}
    </Card>
  );
};
