import { bounds } from '../../src/domain/model/bounds.ts';
import type { ListedRollout } from '../../src/domain/ports/rollouts.ts';
import type { StoreReads } from '../../src/domain/ports/store.ts';
import type { State } from './store-state.ts';

export const createRolloutReads = (state: () => State) => {
  const all = (): (ListedRollout & { sequence: number })[] =>
    [...state().rollouts.values()].flatMap((rollout) => {
      const release = state().releases.get(rollout.releaseId);
      if (release === undefined) return [];
      const {
        app,
        channel,
        version,
        state: releaseState,
        policy,
        sequence = Number.MAX_SAFE_INTEGER,
      } = release;
      const isMilestone = releaseState === 'published' && policy.milestone !== undefined;
      return [
        { rollout: structuredClone(rollout), app, channel, version, releaseState, isMilestone, sequence },
      ];
    });
  const plain = ({ sequence: _, ...listed }: ReturnType<typeof all>[number]): ListedRollout => listed;
  return {
    listRollouts: async (app, { channel, states }) =>
      all()
        .filter((one) => one.app === app && (channel === undefined || one.channel === channel))
        .filter(({ rollout }) => states === undefined || states.includes(rollout.state))
        .sort((a, b) => b.sequence - a.sequence)
        .slice(0, bounds.listedRollouts)
        .map(plain),
    listRolling: async () =>
      all()
        .filter(({ rollout }) => rollout.state === 'rolling')
        .map(plain),
    readDatabaseTime: async () => undefined,
    countRollouts: async () => {
      const counts: Awaited<ReturnType<StoreReads['countRollouts']>> = {};
      for (const { state: its } of state().rollouts.values())
        if (its === 'rolling' || its === 'paused') counts[its] = (counts[its] ?? 0) + 1;
      return counts;
    },
  } satisfies Partial<StoreReads>;
};
