import type { ReleaseWithArtifacts } from '../model/release.ts';
import { isNewer, parseVersion } from '../model/version.ts';

/*
 * What feeds list that show more than one release. Their clients take the highest version of a list, while latest is
 * what was published last: so a list holds the latest and, of those before it, the ones that are not newer, and
 * publishing an older version again is a way back for these clients, too. And they apply every delta above their own
 * version that a list holds, whether or not they have what it starts from: so deltas are shown to those alone whom an
 * unbroken row of them leads to the newest release.
 */

/** Of releases that fit, last published first, the ones to list: the first, and those before it that are not newer. */
export const selectListed = (
  fitting: readonly ReleaseWithArtifacts[],
  most: number,
): ReleaseWithArtifacts[] => {
  const [latest, ...before] = fitting;
  if (latest === undefined) return [];
  return [
    latest,
    ...before.filter(({ version }) => !isNewer(parseVersion(version), latest.version)).slice(0, most),
  ];
};

/** A release in a list, with where its delta starts, if it has one. */
export interface DeltaLink {
  version: string;
  deltaFrom: string | undefined;
}

export interface DeltaChain {
  /** The versions whose deltas are in the row, newest first. */
  readonly deltas: readonly string[];
  /** The versions that the row leads on from. */
  readonly reached: ReadonlySet<string>;
}

/** The row of deltas that ends at the first link. Links come newest version first; it stops at the first break. */
export const buildDeltaChain = (links: readonly DeltaLink[]): DeltaChain => {
  const deltas: string[] = [];
  const reached = new Set<string>();
  const places = new Map(links.map(({ version }, index) => [version, index]));
  let at = 0;
  for (;;) {
    const { version, deltaFrom } = links[at] ?? {};
    const next = deltaFrom === undefined ? undefined : places.get(deltaFrom);
    // A delta leads upwards, from a release that is listed.
    if (version === undefined || deltaFrom === undefined || next === undefined || next <= at) break;
    deltas.push(version);
    reached.add(deltaFrom);
    at = next;
  }
  return { deltas, reached };
};
