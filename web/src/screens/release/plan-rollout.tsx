import type { Release, RolloutPlan, Simulation } from '@slipway/api';
import { type RolloutPresetName, rolloutPresets } from '@slipway/core/rollout-presets.ts';
import { useState } from 'preact/hooks';
import { ActionDialog } from '../../actions/action-dialog.tsx';
import type { ReleaseDialogProps } from '../../actions/confirmation.ts';
import { client } from '../../data/client.ts';
import { denialReason } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { QueryView } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SegmentedControl } from '../../ui/field.tsx';
import { formatBytes, formatCount, formatQuantity, formatTime } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { verdictLabel } from '../explain/messages.ts';
import { brakeText, orUnknown, planConfirmation, planText } from './rollout-messages.ts';

const names: readonly (readonly [RolloutPresetName, string])[] = [
  ['standard', 'Standard'],
  ['slow', 'Slow'],
  ['fast', 'Fast'],
];

const steps: readonly Column<Simulation['steps'][number]>[] = [
  { header: 'Step', isName: true, cell: ({ percent }) => `${percent}%` },
  { header: 'Starts', cell: ({ startsAt }) => formatTime(startsAt) },
  { header: 'Clients', isNumber: true, cell: ({ clients }) => orUnknown(clients, formatCount) },
  { header: 'Data', isNumber: true, cell: ({ bytes }) => orUnknown(bytes, formatBytes) },
];

const Simulated = ({
  simulation: { basis, steps: rows, leftOut, allowance, brake },
}: {
  simulation: Simulation;
}) => (
  <div class="simulated">
    <p class="small quiet">
      Based on {formatQuantity(basis.checks, 'update check')} on {basis.day} (UTC).{' '}
      {basis.checks === 0 && 'No checks that day, so reach can’t be estimated.'}
    </p>
    <Table isSmall caption="Steps" columns={steps} rows={rows} keyOf={({ percent }) => String(percent)} />
    <ul class="plain-list small">
      {allowance.fits === false && (
        <li class="warn">
          Exceeds the download limit: {orUnknown(allowance.neededBytes, formatBytes)} needed,{' '}
          {orUnknown(allowance.leftBytes, formatBytes)} left.
        </li>
      )}
      {leftOut.map(({ reason, checks }) => (
        <li key={reason}>
          {formatQuantity(checks, 'check')} excluded: {verdictLabel(reason)}.
        </li>
      ))}
      {brake.map((line) => (
        <li key={line.failing}>{brakeText(line)}</li>
      ))}
    </ul>
  </div>
);

/** Previews a plan against yesterday's clients (dry run). */
const Simulate = ({ app, id, plan }: { app: string; id: string; plan: RolloutPlan }) => (
  <QueryView
    key={planText(plan)}
    queryKey={`${app}/simulation/${id}/${planText(plan)}`}
    queryFn={() => client.simulateRollout(app, id, plan)}
    lines={5}
  >
    {(simulation) => <Simulated simulation={simulation} />}
  </QueryView>
);

/** Simulates the remaining steps of a rollout. */
export const SimulateRolloutDialog = ({
  app,
  release: { id, version },
  plan,
  onClose,
}: {
  app: string;
  release: Release;
  plan: RolloutPlan;
  onClose: () => void;
}) => (
  <Dialog
    title={`Rollout preview for ${version}`}
    onClose={onClose}
    actions={<Button onPress={onClose}>Close</Button>}
  >
    <p>{planText(plan)}. Preview only; nothing changes.</p>
    <Simulate app={app} id={id} plan={plan} />
  </Dialog>
);

export const PlanRolloutDialog = ({ app, release, onClose }: ReleaseDialogProps) => {
  const [name, setName] = useState<RolloutPresetName>('standard');
  const plan = { steps: rolloutPresets[name] };
  return (
    <ActionDialog
      app={app}
      {...planConfirmation(release, plan.steps[0]?.percent ?? 0)}
      reason={denialReason('publish')}
      onConfirm={() => client.planRollout(app, release.id, plan)}
      onClose={onClose}
    >
      <SegmentedControl label="Speed" options={names} value={name} onChange={setName} />
      <p>
        {planText(plan)}, one step every {plan.steps[1]?.afterHours} hours. Pauses automatically if too many
        failures are reported.{' '}
        {release.state !== 'draft' && 'Clients that have it keep it; others get the previous release.'}
      </p>
      <Simulate app={app} id={release.id} plan={plan} />
    </ActionDialog>
  );
};
