import { sumOutcomes } from '../../src/domain/model/evidence-window.ts';
import type { Evidence, EvidenceChanges } from '../../src/domain/ports/evidence.ts';
import { keyOf, type State } from './store-state.ts';

const placeOf = ({
  lap: windowNumber,
  source,
  target = '',
}: {
  lap: number;
  source: string;
  target?: string | undefined;
}) => keyOf(String(windowNumber).padStart(9, '0'), source, target);

export const evidenceReads = (state: () => State): Evidence => ({
  listEvidence: async (releaseId, round) =>
    [...state().evidence.values()]
      .filter((one) => one.releaseId === releaseId && one.round === round)
      .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
      .map(({ releaseId: _, round: __, ...counted }) => ({ ...counted })),
  sumEvidence: async (releaseId, source) =>
    sumOutcomes(
      [...state().evidence.values()].filter((one) => one.releaseId === releaseId && one.source === source),
    ),
  sumEvidenceByTarget: async (releaseId, source) => {
    const own = [...state().evidence.values()].filter(
      (one) => one.releaseId === releaseId && one.source === source,
    );
    return [...Map.groupBy(own, ({ target }) => target)]
      .map(([target, all]) => ({ target, ...sumOutcomes(all) }))
      .sort((a, b) => ((a.target ?? '') < (b.target ?? '') ? -1 : 1));
  },
});

export const evidenceWrites = (state: State): EvidenceChanges => ({
  addEvidence: async (releaseId, round, counted) => {
    const key = keyOf(releaseId, String(round), placeOf(counted));
    const { bad, good } = sumOutcomes([counted, state.evidence.get(key) ?? { bad: 0, good: 0 }]);
    state.evidence.set(key, { ...counted, ...state.evidence.get(key), releaseId, round, bad, good });
  },
  claimBatch: async (releaseId, batch, { at, expireBefore }) => {
    for (const [key, one] of state.batches)
      if (one.releaseId === releaseId && one.at < expireBefore) state.batches.delete(key);
    const key = keyOf(releaseId, batch);
    if (state.batches.has(key)) return false;
    state.batches.set(key, { releaseId, at });
    return true;
  },
});
