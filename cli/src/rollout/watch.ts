import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError, type Rollout } from '@slipway/api';
import type { Context } from '../context.ts';
import { exitCodes, Failure } from '../errors/failure.ts';
import { formatInstant, formatQuantity } from '../terminal/format.ts';
import { commandFor, nextText, stateText } from './describe.ts';
import type { RolloutRef } from './find-rollout.ts';
import type { RolloutStatus } from './print-rollout.ts';

/* Polls a rollout and prints changes. Fails if the rollout cannot finish without a person. */

const codes = { brake: 'rollout-halted', superseded: 'rollout-superseded', withdrawn: 'rollout-withdrawn' };

const wayOn = (by: keyof typeof codes, named: RolloutRef): string | undefined =>
  by === 'brake'
    ? `Evidence: ${commandFor('rollout show', named)} · Withdraw: ${commandFor('releases withdraw', named)} · False alarm: ${commandFor('rollout resume', named)}`
    : undefined;

/** A manual pause does not fail; any other stop does. */
const assertGoesOn = (rollout: Rollout, named: RolloutRef): void => {
  const by = rollout.state === 'paused' ? rollout.stopped?.by : undefined;
  if (by === undefined || by === 'publisher') return;
  throw new Failure(stateText(rollout, named), {
    exit: exitCodes.failed,
    code: codes[by],
    remedy: wayOn(by, named),
  });
};

/** One line per kind of evidence against the release. */
const evidenceLines = ({ evidence = [] }: RolloutStatus): string[] =>
  evidence
    .filter(({ target, bad }) => target === null && bad > 0)
    .map(
      ({ source, bad, good }) => `${source}: ${formatQuantity(bad, 'failure')} in ${bad + good} outcomes.`,
    );

const linesOf = (reading: RolloutStatus, named: RolloutRef): string[] => {
  const { rollout } = reading;
  const { brakedTargets } = rollout;
  const braked = brakedTargets.length === 0 ? [] : [`A brake held ${brakedTargets.join(', ')}.`];
  // Times change with every poll, so they are not compared.
  return [stateText(rollout, named), ...braked, ...evidenceLines(reading)];
};

const isAway = (error: unknown): error is Error =>
  (error instanceof Failure && error.exit === exitCodes.unreachable) ||
  (error instanceof ProblemError && error.status >= 500);

/** Undefined while the server is unreachable, which is reported once. */
const look = async (
  { app, id }: RolloutRef,
  { client, output }: Context,
  wasAway: boolean,
): Promise<RolloutStatus | undefined> => {
  try {
    return await client().getRollout(app, id);
  } catch (error) {
    if (!isAway(error)) throw error;
    if (!wasAway) output.warn(`${error.message} Still watching.`);
    return undefined;
  }
};

/** Prints the changes since the last poll; fails if the rollout has stopped. */
const createChangePrinter = (named: RolloutRef, { output }: Context) => {
  const { version, channel } = named;
  let printed: string[] = [];
  return (reading: RolloutStatus): void => {
    const lines = linesOf(reading, named);
    const fresh = lines.filter((line) => !printed.includes(line));
    printed = lines;
    if (fresh.length === 0) return;
    output.object({ event: 'rollout', version, channel, ...reading });
    // Fails before printing, so that the message is not repeated.
    assertGoesOn(reading.rollout, named);
    const next = nextText(reading.rollout, named);
    const at = formatInstant(new Date().toISOString());
    for (const line of [...fresh, ...(next === undefined ? [] : [next])]) output.line(`${at}  ${line}`);
  };
};

/** Ends when the rollout is done; fails if it is halted, superseded, or withdrawn. */
export const followRollout = async (
  named: RolloutRef,
  everySeconds: number,
  context: Context,
): Promise<void> => {
  // The release's state at the start may be outdated later.
  const print = createChangePrinter({ ...named, state: undefined }, context);
  for (let wasAway = false; ; ) {
    const reading = await look(named, context, wasAway);
    wasAway = reading === undefined;
    if (reading !== undefined) print(reading);
    if (reading?.rollout.state === 'done') return;
    await sleep(everySeconds * 1000, undefined, { signal: context.interrupted });
  }
};
