import { plainVersion } from '@slipway/core/version.ts';
import { hash32 } from '../model/hash32.ts';
import type { Client, RolloutVerdict } from '../model/offer.ts';
import { percentOf, type Rollout, wholePermille } from '../model/rollout.ts';

/* Bucketing is a pure function of rollout and client, so it is stable over time and the same on every node. */

export type AdmittedBy = 'everyone' | 'cohort' | 'rescued' | 'manual' | 'id' | 'network';

/** Built on demand, since few of the many rejections are ever explained. */
export type LazyReason = () => string;

export const reasonText = (reason: string | LazyReason): string =>
  typeof reason === 'string' ? reason : reason();

/** `position` is the client's bucket, 0 to 1. */
export type RolloutAdmission =
  | { by: AdmittedBy; position?: number }
  | { refused: RolloutVerdict; reason: LazyReason; position?: number };

const positions = 2 ** 32;

/** Undefined if the client has neither an ID nor a network prefix to hash. */
export const bucketPosition = (
  { seed }: Pick<Rollout, 'seed'>,
  { id, network }: Client,
): number | undefined => {
  if (id !== undefined) return hash32(seed, id) / positions;
  // IDs never contain a space, so the two cannot collide.
  return network === undefined ? undefined : hash32(seed, `net ${network}`) / positions;
};

/** Truncated to one decimal: a client at 9.9 is admitted at 10. */
export const percentOfPosition = (position: number): number => Math.floor(position * 1000) / 10;

const standing = ({ permille }: Rollout): string => `the rollout is at ${percentOf(permille)}%`;

const outside = (rollout: Rollout, position: number): RolloutAdmission => ({
  refused: 'rollout-outside',
  reason: () => `Bucket ${percentOfPosition(position).toFixed(1)}%; ${standing(rollout)}.`,
  position,
});

const admitNetwork = (rollout: Rollout, client: Client): RolloutAdmission => {
  if (rollout.withoutId === 'hold')
    return {
      refused: 'rollout-no-id',
      reason: () => 'The client sends no ID, and this rollout holds such clients until it is done.',
    };
  const position = bucketPosition(rollout, client);
  if (position === undefined)
    return {
      refused: 'rollout-no-id',
      reason: () => 'The client sends no ID, and its IP address can’t identify it.',
    };
  if (position * 1000 >= rollout.permille) return outside(rollout, position);
  if (!rollout.capReached) return { by: 'network', position };
  return {
    refused: 'rollout-cap-reached',
    reason: () => `The client sends no ID, and the exposure cap is reached; ${standing(rollout)}.`,
    position,
  };
};

/** The first matching reason wins. */
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
        `The rollout is ${state}${rollout.stopped === undefined ? '' : `: ${rollout.stopped.reason}`}.`,
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
