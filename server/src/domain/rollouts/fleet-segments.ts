import { parsePlatform } from '@slipway/core/platform.ts';
import { isMain } from '../model/artifact.ts';
import { unknownName } from '../model/fleet.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';

/* Prepares fleet counts for the decision, since feed clients send less than it needs. */

/** Checks of one version and target on the given day. */
export interface FleetSegment {
  target: string;
  version: string;
  checks: number;
  withId: number;
  /** The counted name, if it is not a full target. */
  countedAs?: string;
}

/** Undefined for clients that send no version. */
export const segmentVersion = ({ version }: FleetSegment): string | undefined =>
  version === unknownName ? undefined : version;

/** A release with more targets per system is approximated by the first ones. */
const maxMatches = 20;

/** Maps a partial name, such as a system, to the release's targets. */
const createTargetLookup = (targets: readonly string[]) => {
  const bySystem = Map.groupBy<string | undefined, string>(
    targets,
    (target) => parsePlatform(target)?.system,
  );
  return (name: string): readonly string[] =>
    (name === unknownName ? targets : (bySystem.get(name) ?? [])).slice(0, maxMatches);
};

/** Counts for several targets are split evenly. */
export const splitByTarget = (
  { artifacts }: Pick<ReleaseWithArtifacts, 'artifacts'>,
  parts: readonly FleetSegment[],
): FleetSegment[] => {
  const targets = artifacts.filter(isMain).map(({ target }) => target);
  const targetsFor = createTargetLookup(targets);
  return parts.flatMap((part) => {
    const matches = targets.includes(part.target) ? [] : targetsFor(part.target);
    if (matches.length === 0) return [part];
    const [checks, withId] = [part.checks / matches.length, part.withId / matches.length];
    return matches.map((target) => ({ ...part, target, checks, withId, countedAs: part.target }));
  });
};
