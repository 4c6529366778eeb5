import { bounds } from '../../src/domain/model/bounds.ts';
import { isUnfinished } from '../../src/domain/model/rollout.ts';
import { keyOf, type State } from './store-state.ts';

const measuredMs = 31 * 24 * 3600 * 1000;

interface NetworkCount {
  releaseId: string;
  target: string;
  network: number;
  count: number;
}

/** Adds counts per network and returns them capped at the limit. */
export const creditNetworks = <T extends NetworkCount>(
  state: State,
  { column, at }: { column: 'deliveries' | 'checkIns'; at: string },
  counts: readonly T[],
): T[] => {
  const since = new Date(Date.parse(at) - measuredMs).toISOString();
  const limited = (count: number) => Math.min(count, bounds.deliveriesOfNetwork);
  return counts.flatMap((one) => {
    const release = state.releases.get(one.releaseId);
    const isMeasured =
      isUnfinished(state.rollouts.get(one.releaseId)) || (release?.publishedAt ?? '') >= since;
    if (release === undefined || !isMeasured) return [];
    const key = keyOf(one.releaseId, one.target, String(one.network));
    const before = state.networks.get(key) ?? { releaseId: one.releaseId, deliveries: 0, checkIns: 0 };
    const total = before[column] + one.count;
    state.networks.set(key, { ...before, [column]: total });
    return [{ ...one, count: limited(total) - limited(before[column]) }];
  });
};

export const forgetNetworks = (state: State, before: string, most: number): void => {
  const isForgotten = (id: string): boolean =>
    !isUnfinished(state.rollouts.get(id)) && (state.releases.get(id)?.publishedAt ?? '') < before;
  const forgotten = [...state.networks].filter(([, { releaseId }]) => isForgotten(releaseId));
  for (const [key] of forgotten.slice(0, most)) state.networks.delete(key);
};
