import { hash32 } from '../model/hash32.ts';
import type { Client, RolloutVerdict } from '../model/offer.ts';
import { percentOf, type Rollout, wholePermille } from '../model/rollout.ts';
import { plainVersion } from '../model/version.ts';

/* Whether a rollout lets a client in: a function of the two, the same on every node and for ever. */

export type AdmittedBy = 'everyone' | 'cohort' | 'rescued' | 'manual' | 'id' | 'network';

/** Why, in words: of the many who are refused hardly one is asked for, so that it is made when it is. */
export type LazyReason = () => string;

/** A reason in words. */
export const reasonText = (reason: string | LazyReason): string =>
  typeof reason === 'string' ? reason : reason();

/** Let in, or not and why; the position is the client's place in the rollout's order, 0 to 1. */
export type RolloutAdmission =
  | { by: AdmittedBy; position?: number }
  | { refused: RolloutVerdict; reason: LazyReason; position?: number };

const positions = 2 ** 32;

/** A client's place in a rollout's order, if it has an id or a network to tell it by. */
export const bucketPosition = (
  { seed }: Pick<Rollout, 'seed'>,
  { id, network }: Client,
): number | undefined => {
  if (id !== undefined) return hash32(seed, id) / positions;
  // No id holds a space.
  return network === undefined ? undefined : hash32(seed, `net ${network}`) / positions;
};

/** A place in the order as percent, cut to one decimal: who is at 9.9 is in at 10. */
export const percentOfPosition = (position: number): number => Math.floor(position * 1000) / 10;

const standing = ({ permille }: Rollout): string => `the rollout stands at ${percentOf(permille)}%`;

const outside = (rollout: Rollout, position: number): RolloutAdmission => ({
  refused: 'rollout-outside',
  reason: () => `At ${percentOfPosition(position).toFixed(1)}% of the order; ${standing(rollout)}.`,
  position,
});

const admitNetwork = (rollout: Rollout, client: Client): RolloutAdmission => {
  if (rollout.withoutId === 'hold')
    return {
      refused: 'rollout-no-id',
      reason: () => 'The client sends no id, and the rollout lets in no others until it is done.',
    };
  const position = bucketPosition(rollout, client);
  if (position === undefined)
    return {
      refused: 'rollout-no-id',
      reason: () => 'The client sends no id, and its address does not tell it from others.',
    };
  if (position * 1000 >= rollout.permille) return outside(rollout, position);
  if (!rollout.capReached) return { by: 'network', position };
  return {
    refused: 'rollout-cap-reached',
    reason: () =>
      `The client sends no id, and as many have the release as were asked for; ${standing(rollout)}.`,
    position,
  };
};

/** Whether and by what a rollout lets a client in; the first that fits. */
export const admitToRollout = (
  rollout: Rollout,
  client: Client,
  rescued: ReadonlySet<string>,
): RolloutAdmission => {
  const { state, permille, cohorts } = rollout;
  if (state === 'done' || (state === 'rolling' && permille === wholePermille)) return { by: 'everyone' };
  if (state !== 'rolling')
    return {
      refused: 'rollout-paused',
      reason: () =>
        `Its rollout is ${state}${rollout.stopped === undefined ? '' : `: ${rollout.stopped.reason}`}.`,
    };
  if (client.cohort !== undefined && cohorts.includes(client.cohort)) return { by: 'cohort' };
  const { currentVersion } = client;
  if (rollout.rescue && currentVersion !== undefined && rescued.has(plainVersion(currentVersion)))
    return { by: 'rescued' };
  if (client.manual === true && rollout.manual && permille > 0) return { by: 'manual' };
  if (client.id === undefined) return admitNetwork(rollout, client);
  const position = bucketPosition(rollout, client) ?? 1;
  return position * 1000 < permille ? { by: 'id', position } : outside(rollout, position);
};
