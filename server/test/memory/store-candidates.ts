import { isMain } from '../../src/domain/nouns/artifact.ts';
import { bounds } from '../../src/domain/nouns/bounds.ts';
import { gateOf } from '../../src/domain/nouns/policy.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/nouns/release.ts';
import { isUnfinished } from '../../src/domain/nouns/rollout.ts';
import { keyOf } from './store-state.ts';

/** What the port's listCandidates is about, told in another way than SQL's: one walk from the last published down. */
export const candidatesOf = (published: readonly ReleaseWithArtifacts[]): ReleaseWithArtifacts[] => {
  const ended = new Set<string>();
  const seen = new Set<string>();
  const rolling = new Map<string, number>();
  /** Where a milestone that some clients are kept from was passed: they stay at what is for everyone before it. */
  const awaited = new Set<string>();
  const isFirst = (name: string) => !seen.has(name) && seen.add(name) !== undefined;

  const isWanted = (release: ReleaseWithArtifacts, place: string, gate: string): boolean => {
    if (ended.has(place) && !(awaited.has(place) && gate === '')) return false;
    if (isUnfinished(release.rollout)) {
      const count = (rolling.get(place) ?? 0) + 1;
      rolling.set(place, count);
      return count <= bounds.unfinishedRollouts;
    }
    if (gate === '') ended.add(place);
    return isFirst(keyOf(place, gate)) || (gate === '' && awaited.delete(place));
  };

  return published.filter((release) => {
    const { channel, artifacts, policy, rollout } = release;
    const offered = artifacts.filter((one) => one.state === 'active' && isMain(one));
    // Every artifact is looked at: each may end a walk.
    const wanted = offered.map((one) => isWanted(release, keyOf(channel, one.target), gateOf(policy, one)));
    if (policy.milestone !== undefined)
      for (const one of offered)
        if (isUnfinished(rollout) || gateOf(policy, one) !== '') awaited.add(keyOf(channel, one.target));
    const isLatest = !isUnfinished(rollout) && isFirst(channel);
    const isMilestone = policy.milestone !== undefined && offered.length > 0;
    return isLatest || isMilestone || wanted.includes(true);
  });
};
