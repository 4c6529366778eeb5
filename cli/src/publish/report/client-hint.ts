import type { ClientHints, Release } from '@slipway/api';
import type { Context } from '../../context.ts';

/** Finds a client that gets the release: any client, a tester, or a manual check; undefined if none is certain. */
export const findAuthHint = async (
  { id, app, rollout: known }: Release,
  { client }: Context,
): Promise<ClientHints | undefined> => {
  if (known === undefined || known.state === 'done') return {};
  if (known.state !== 'rolling') return undefined;
  const { rollout } = await client().getRollout(app, id);
  const [cohort] = rollout.cohorts;
  if (cohort !== undefined) return { cohort };
  return rollout.manual && rollout.percent > 0 ? { check: 'manual' } : undefined;
};
