import type { ClientHints, Release } from '@slipway/api';
import type { Context } from '../../context.ts';

/** How to ask so that the release is offered: as anyone, as a tester, as who presses “check now”; undefined if nobody can be sure of it. */
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
