import type { Rollout } from '../../../domain/model/rollout.ts';
import type { Row } from '../schema.ts';

export const rolloutColumns = [
  'release_id',
  'app',
  'channel',
  'state',
  'seed',
  'permille',
  'stepped_at',
  'plan',
] as const;

/** Fields with their own columns; the rest is one JSON column. */
type Columns = 'releaseId' | 'state' | 'seed' | 'permille' | 'steppedAt';

export const rolloutOf = (row: Row<'rollouts'>): Rollout => {
  const { stopped, fleetSize, ...plan } = JSON.parse(row.plan) as Omit<Rollout, Columns>;
  return {
    ...plan,
    stopped,
    fleetSize,
    releaseId: row.release_id,
    state: row.state,
    seed: row.seed,
    permille: row.permille,
    steppedAt: row.stepped_at,
  };
};

/** The row of a rollout without the columns taken from its release. */
export const rolloutRow = (rollout: Rollout): Omit<Row<'rollouts'>, 'app' | 'channel'> => {
  const { releaseId, state, seed, permille, steppedAt, ...plan } = rollout;
  return {
    release_id: releaseId,
    state,
    seed,
    permille,
    stepped_at: steppedAt,
    plan: JSON.stringify(plan),
  };
};
