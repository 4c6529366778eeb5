import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError, type Rollout } from '@slipway/api';
import type { Context } from '../context.ts';
import { exitCodes, Failure } from '../errors/failure.ts';
import { formatInstant } from '../terminal/format.ts';
import { commandFor, nextText, stateText } from './describe.ts';
import type { RolloutRef } from './find-rollout.ts';
import type { RolloutStatus } from './print-rollout.ts';

/* Looks at a rollout again and again, says what has changed, and fails when it will not come to its end by itself. */

const codes = { brake: 'rollout-halted', superseded: 'rollout-superseded', withdrawn: 'rollout-withdrawn' };

const wayOn = (by: keyof typeof codes, named: RolloutRef): string | undefined =>
  by === 'brake'
    ? `${commandFor('rollout show', named)} shows the evidence. ${commandFor('releases withdraw', named)} recalls it; ${commandFor('rollout resume', named)} goes on, if it was a false alarm.`
    : undefined;

/** Fails for a rollout that was stopped by something other than a person's pause. */
const assertGoesOn = (rollout: Rollout, named: RolloutRef): void => {
  const by = rollout.state === 'paused' ? rollout.stopped?.by : undefined;
  if (by === undefined || by === 'publisher') return;
  throw new Failure(stateText(rollout, named), {
    exit: exitCodes.failed,
    code: codes[by],
    remedy: wayOn(by, named),
  });
};

/** What is known against the release, one line for each kind of evidence. */
const evidenceLines = ({ evidence = [] }: RolloutStatus): string[] =>
  evidence
    .filter(({ target, bad }) => target === null && bad > 0)
    .map(({ source, bad, good }) => `${source}: ${bad} bad of ${bad + good} outcomes.`);

const linesOf = (reading: RolloutStatus, named: RolloutRef): string[] => {
  const { rollout } = reading;
  const { brakedTargets } = rollout;
  const braked =
    brakedTargets.length === 0 ? [] : [`A brake stopped it for ${brakedTargets.join(', ')} alone.`];
  // Times move on with every look; what they are about does not.
  return [stateText(rollout, named), ...braked, ...evidenceLines(reading)];
};

const isAway = (error: unknown): error is Error =>
  (error instanceof Failure && error.exit === exitCodes.unreachable) ||
  (error instanceof ProblemError && error.status >= 500);

/** One look; undefined while the service is away, which is told once. */
const look = async (
  { app, id }: RolloutRef,
  { client, output }: Context,
  wasAway: boolean,
): Promise<RolloutStatus | undefined> => {
  try {
    return await client().getRollout(app, id);
  } catch (error) {
    if (!isAway(error)) throw error;
    if (!wasAway) output.warn(`${error.message} Watching on.`);
    return undefined;
  }
};

/** Tells what has changed since the last look; fails where it will not go on. */
const createTeller = (named: RolloutRef, { output }: Context) => {
  const { version, channel } = named;
  let told: string[] = [];
  return (reading: RolloutStatus): void => {
    const lines = linesOf(reading, named);
    const fresh = lines.filter((line) => !told.includes(line));
    told = lines;
    if (fresh.length === 0) return;
    output.object({ event: 'rollout', version, channel, ...reading });
    // What a failure says is not said before it.
    assertGoesOn(reading.rollout, named);
    const next = nextText(reading.rollout, named);
    const at = formatInstant(new Date().toISOString());
    for (const line of [...fresh, ...(next === undefined ? [] : [next])]) output.line(`${at}  ${line}`);
  };
};

/** Ends when the rollout is done; fails when it was halted, overtaken or withdrawn. */
export const followRollout = async (
  named: RolloutRef,
  everySeconds: number,
  context: Context,
): Promise<void> => {
  // What the release was when the watch began says nothing later.
  const tell = createTeller({ ...named, state: undefined }, context);
  for (let wasAway = false; ; ) {
    const reading = await look(named, context, wasAway);
    wasAway = reading === undefined;
    if (reading !== undefined) tell(reading);
    if (reading?.rollout.state === 'done') return;
    await sleep(everySeconds * 1000, undefined, { signal: context.interrupted });
  }
};
