import { isMain } from '../model/artifact.ts';
import { unknownName } from '../model/fleet.ts';
import { parsePlatform } from '../model/platform.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';

/* A fleet as the decision can be asked about it: clients that read a feed tell less of themselves than it goes by. */

/** Checks of one version and target on the day that is looked at. */
export interface FleetSegment {
  target: string;
  version: string;
  checks: number;
  withId: number;
  /** The target that it was counted under, where that is less than one. */
  countedAs?: string;
}

/** The version to decide by: who tells none is asked for none, and has the release no sooner than others. */
export const segmentVersion = ({ version }: FleetSegment): string | undefined =>
  version === unknownName ? undefined : version;

/** More targets than a release has for one system: of very many, the first stand for all. */
const mostMeant = 20;

/** Which targets of a release clients may have that were counted under a name that is none of them. */
const createMeaning = (targets: readonly string[]) => {
  const bySystem = Map.groupBy<string | undefined, string>(
    targets,
    (target) => parsePlatform(target)?.system,
  );
  return (name: string): readonly string[] =>
    (name === unknownName ? targets : (bySystem.get(name) ?? [])).slice(0, mostMeant);
};

/** The parts of a fleet by targets: what was counted for several falls to each of them evenly. */
export const splitByTarget = (
  { artifacts }: Pick<ReleaseWithArtifacts, 'artifacts'>,
  parts: readonly FleetSegment[],
): FleetSegment[] => {
  const targets = artifacts.filter(isMain).map(({ target }) => target);
  const meantBy = createMeaning(targets);
  return parts.flatMap((part) => {
    const meant = targets.includes(part.target) ? [] : meantBy(part.target);
    if (meant.length === 0) return [part];
    const [checks, withId] = [part.checks / meant.length, part.withId / meant.length];
    return meant.map((target) => ({ ...part, target, checks, withId, countedAs: part.target }));
  });
};
