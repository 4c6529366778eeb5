import { isMain } from '../../src/domain/model/artifact.ts';
import { bounds } from '../../src/domain/model/bounds.ts';
import { signedGateOf } from '../../src/domain/model/policy.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/model/release.ts';
import { isUnfinished } from '../../src/domain/model/rollout.ts';
import type { ReleaseExclusion } from '../../src/domain/ports/releases.ts';
import { keyOf } from './store-state.ts';

/** The progress of the walk of one channel and target. */
interface Walk {
  hasEnded: boolean;
  gates: Set<string>;
  rolling: number;
}

/** listCandidates without SQL: one walk down from the last published release. */
export const candidatesOf = (
  published: readonly ReleaseWithArtifacts[],
  without?: ReleaseExclusion,
): ReleaseWithArtifacts[] => {
  const walks = new Map<string, Walk>();
  const channels = new Set<string>();

  const isSelected = (walk: Walk, isRolling: boolean, gate: string): boolean => {
    if (walk.hasEnded) return false;
    if (isRolling) {
      walk.rolling += 1;
      return walk.rolling <= bounds.unfinishedRollouts;
    }
    walk.hasEnded = gate === '';
    const isFirst = !walk.gates.has(gate);
    walk.gates.add(gate);
    return isFirst;
  };

  const isLeftOut = (release: ReleaseWithArtifacts, target?: string): boolean =>
    release.id === without?.releaseId && (without.target === undefined || without.target === target);

  return published.filter((release) => {
    if (isLeftOut(release)) return false;
    const { channel, artifacts, policy } = release;
    const isRolling = isUnfinished(release.rollout);
    const active = artifacts.filter((one) => one.state === 'active' && isMain(one));
    const offered = active.filter(({ target }) => !isLeftOut(release, target));
    // Every artifact counts: each may end a walk.
    const selected = offered.map((one) => {
      const place = keyOf(channel, one.target);
      const walk = walks.get(place) ?? { hasEnded: false, gates: new Set(), rolling: 0 };
      const gate = signedGateOf(policy, one);
      const isIn = isSelected(walk, isRolling, gate);
      // Clients held at a milestone stay at the release before it.
      const isRestarted = policy.milestone !== undefined && (isRolling || gate !== '');
      walks.set(place, isRestarted ? { ...walk, hasEnded: false, gates: new Set() } : walk);
      return isIn;
    });
    const isLatest = !isRolling && !channels.has(channel);
    if (isLatest) channels.add(channel);
    return isLatest || (policy.milestone !== undefined && offered.length > 0) || selected.includes(true);
  });
};
