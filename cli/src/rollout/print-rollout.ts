import type { Rollout, RolloutDetails, RolloutResponse } from '@slipway/api';
import type { Context } from '../context.ts';
import { formatQuantity, formatTable } from '../terminal/format.ts';
import { oneLine } from '../terminal/plain-text.ts';
import { commandFor, nextText, type RolloutSubject, stateText } from './describe.ts';
import { hoursTable } from './hours.ts';

/** A change returns the rollout alone; a read adds the evidence and the number of clients that have the release. */
export type RolloutStatus = RolloutResponse & Partial<Pick<RolloutDetails, 'evidence' | 'exposed' | 'hours'>>;

const exposedText = ({ downloads, ofFleet }: NonNullable<RolloutStatus['exposed']>): string =>
  `${formatQuantity(downloads, 'completed download')}${ofFleet === null ? '' : `, ${ofFleet}% of the fleet`}.`;

/** Targets that a brake stopped need a person, even if the others continue. */
const brakedText = ({ brakedTargets, state }: Rollout, of: RolloutSubject): string[] => {
  const targets = brakedTargets.join(', ');
  if (targets === '') return [];
  return state === 'rolling'
    ? [`A brake held ${targets}; other targets continue. Resume: ${commandFor('rollout resume', of)}`]
    : [`A brake had held ${targets}; resuming offers it there again.`];
};

/** A paused rollout is offered to nobody, not even testers. */
const remarks = (rollout: Rollout, of: RolloutSubject): string[] => {
  const { cohorts, capReached, percent, state } = rollout;
  const isOffered = state === 'rolling' || state === 'planned';
  return [
    ...(cohorts.length === 0 || !isOffered ? [] : [`Cohorts: ${cohorts.join(', ')} (at any percentage)`]),
    ...(capReached && isOffered
      ? [`Exposure cap reached at ${percent}%: clients without an ID wait for the next step.`]
      : []),
    ...brakedText(rollout, of),
  ];
};

const evidenceTable = (evidence: NonNullable<RolloutStatus['evidence']>): string =>
  formatTable(
    ['  source', 'target', 'failures', 'successes', 'halt score (halts at 1.00)'],
    evidence.map(({ source, target, bad, good, ratio }) => [
      `  ${source}`,
      target ?? 'all',
      String(bad),
      String(good),
      ratio.toFixed(2),
    ]),
  );

/** Replaces the server's field names with the CLI's flags. */
export const replaceFieldsWithFlags = (detail: string): string =>
  detail.replaceAll('`fleetSize`', '--fleet-size');

export const printWarnings = (
  { warnings = [] }: Pick<RolloutResponse, 'warnings'>,
  { output }: Context,
): void => {
  for (const { detail } of warnings) output.warn(oneLine(replaceFieldsWithFlags(detail)));
};

export const printRollout = (of: RolloutSubject, reading: RolloutStatus, context: Context): void => {
  const { output } = context;
  const { rollout, evidence = [], exposed, hours = [] } = reading;
  const { version, channel } = of;
  output.object({ version, channel, ...reading });
  const next = nextText(rollout, of);
  output.line(stateText(rollout, of));
  if (next !== undefined) output.line(next);
  for (const remark of rollout.state === 'done' ? [] : remarks(rollout, of)) output.line(remark);
  if (exposed !== undefined && rollout.state !== 'planned') output.line(exposedText(exposed));
  if (evidence.length > 0) output.line(evidenceTable(evidence));
  const table = hoursTable(hours);
  if (table !== undefined) output.line(table);
  printWarnings(reading, context);
};
