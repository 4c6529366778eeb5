import type { ClientHints, Release } from '@slipway/api';
import type { Context } from '../../context.ts';

/** Finds a client that gets the release: any client, a tester, or a manual check; undefined if none is certain. */
export const findAuthHint = async (
  { id, app, rollout: summary }: Release,
  { client }: Context,
): Promise<ClientHints | undefined> => {
  if (summary === undefined || summary.state === 'done') return {};
  if (summary.state !== 'rolling') return undefined;
  const { rollout } = await client().getRollout(app, id);
  const [cohort] = rollout.cohorts;
  if (cohort !== undefined) return { cohort };
  return rollout.manual && rollout.percent > 0 ? { check: 'manual' } : undefined;
};
