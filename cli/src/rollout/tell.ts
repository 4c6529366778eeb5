import type { Rollout, RolloutAnswer, RolloutReading } from '@slipway/api';
import type { Context } from '../context.ts';
import { countOf, formatTable } from '../terminal/format.ts';
import { oneLine } from '../terminal/plain-text.ts';
import { nextText, type Of, stateText } from './describe.ts';
import { hoursTable } from './hours.ts';

/* What is said of a rollout, for people and machines. */

/** A rollout as a change of it is answered, or as it is read: then with what speaks for and against it, and how many have it. */
export type Reading = RolloutAnswer & Partial<Pick<RolloutReading, 'evidence' | 'exposed' | 'hours'>>;

const exposedText = ({ downloads, ofFleet }: NonNullable<Reading['exposed']>): string =>
  `${countOf(downloads, 'completed download')}${ofFleet === null ? '' : `, ${ofFleet} % of the fleet`}.`;

/** What is special about it at the moment. */
const remarks = ({ cohorts, doorShut, brakedTargets, percent }: Rollout): string[] => [
  ...(cohorts.length === 0 ? [] : [`Testers get it at any percent: ${cohorts.join(', ')}.`]),
  ...(doorShut
    ? [`As many have it as ${percent} % asks: clients without an id wait for the next step.`]
    : []),
  ...(brakedTargets.length === 0
    ? []
    : [`A brake stopped it for ${brakedTargets.join(', ')} alone; the others go on.`]),
];

const evidenceTable = (evidence: NonNullable<Reading['evidence']>): string =>
  formatTable(
    ['  evidence', 'target', 'bad', 'good', 'halts at 1'],
    evidence.map(({ source, target, bad, good, ratio }) => [
      `  ${source}`,
      target ?? 'all',
      String(bad),
      String(good),
      ratio.toFixed(2),
    ]),
  );

/** The service names its own members; here they are flags. */
export const inFlags = (detail: string): string => detail.replaceAll('`fleetSize`', '--fleet-size');

export const warnOf = ({ warnings = [] }: Pick<RolloutAnswer, 'warnings'>, { output }: Context): void => {
  for (const { detail } of warnings) output.warn(oneLine(inFlags(detail)));
};

/** Where a rollout stands and what comes next. */
export const tellRollout = (of: Of, reading: Reading, context: Context): void => {
  const { output } = context;
  const { rollout, evidence = [], exposed, hours = [] } = reading;
  const { version, channel } = of;
  output.object({ version, channel, ...reading });
  const next = nextText(rollout, of);
  output.line(stateText(rollout, of));
  if (next !== undefined) output.line(next);
  for (const remark of rollout.state === 'done' ? [] : remarks(rollout)) output.line(remark);
  if (exposed !== undefined) output.line(exposedText(exposed));
  if (evidence.length > 0) output.line(evidenceTable(evidence));
  const table = hoursTable(hours);
  if (table !== undefined) output.line(table);
  warnOf(reading, context);
};
