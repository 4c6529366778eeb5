import { isNewer, parseVersion } from '@slipway/core/version.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';

/*
 * Lists for feeds that show several releases. Their clients take the highest version of a list, while the latest
 * release is the one published last. So a list holds the latest and older releases that are not newer, and republishing
 * an older version rolls these clients back, too. They also apply every listed delta above their own version, even
 * without its base. So deltas are shown only to clients that an unbroken chain leads to the newest release.
 */

/**
 * Takes matching releases, last published first; returns the first and older ones that are not newer. Releases that are
 * listed with a percentage come in addition: clients outside of it take the first one without.
 */
export const selectListed = (
  fitting: readonly ReleaseWithArtifacts[],
  most: number,
  shares: ReadonlyMap<string, number> = new Map(),
): ReleaseWithArtifacts[] => {
  const [latest, ...before] = fitting.filter(({ id }) => !shares.has(id));
  const older = before.filter(
    ({ version }) => latest !== undefined && !isNewer(parseVersion(version), latest.version),
  );
  const listed = new Set([latest, ...older.slice(0, most)]);
  return fitting.filter((one) => shares.has(one.id) || listed.has(one));
};

/** A listed release and the base of its delta, if any. */
export interface DeltaLink {
  version: string;
  deltaFrom: string | undefined;
}

export interface DeltaChain {
  /** The versions whose deltas are in the chain, newest first. */
  readonly deltas: readonly string[];
  /** The versions that the chain updates from. */
  readonly reachable: ReadonlySet<string>;
}

/** Ends at the first link. Links come newest version first; the chain stops at the first gap. */
export const buildDeltaChain = (links: readonly DeltaLink[]): DeltaChain => {
  const deltas: string[] = [];
  const reachable = new Set<string>();
  const places = new Map(links.map(({ version }, index) => [version, index]));
  let at = 0;
  for (;;) {
    const { version, deltaFrom } = links[at] ?? {};
    const next = deltaFrom === undefined ? undefined : places.get(deltaFrom);
    // A delta leads upward from a listed release.
    if (version === undefined || deltaFrom === undefined || next === undefined || next <= at) break;
    deltas.push(version);
    reachable.add(deltaFrom);
    at = next;
  }
  return { deltas, reachable };
};
