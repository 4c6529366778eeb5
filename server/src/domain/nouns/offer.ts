import type { Artifact } from './artifact.ts';
import type { ReleaseWithArtifacts } from './release.ts';
import { isNewer, type ParsedVersion, parseVersion } from './version.ts';

/** What a client asks for, whatever protocol it speaks. */
export interface Asked {
  channel: string;
  /** The artifact target. */
  target: string;
  currentVersion: string;
}

/** A release together with the artifact that fits the client who asked. */
export interface Offer {
  release: ReleaseWithArtifacts;
  artifact: Artifact;
  version: ParsedVersion;
}

export type Verdict = 'offered' | 'not-newer' | 'withdrawn' | 'target-missing' | 'target-pruned';

/** One release that was looked at, and what came of it: the answer to "why does this client not update?". */
export interface Considered {
  version: string;
  verdict: Verdict;
  reason: string;
}

/** Spec 4.5: a target that already ends with `-{arch}` is used as it is, otherwise the two are joined. */
export const artifactTarget = (target: string, arch: string): string =>
  target.endsWith(`-${arch}`) ? target : `${target}-${arch}`;

const passOver = (release: ReleaseWithArtifacts, target: string): Considered | undefined => {
  const { version } = release;
  if (release.state !== 'published') return { version, verdict: 'withdrawn', reason: 'It was withdrawn.' };
  const artifact = release.artifacts.find((candidate) => candidate.target === target);
  if (artifact === undefined) {
    return { version, verdict: 'target-missing', reason: `It has no artifact for ${target}.` };
  }
  if (artifact.state !== 'active') {
    return { version, verdict: 'target-pruned', reason: `Its artifact for ${target} was pruned.` };
  }
  return undefined;
};

/** The latest release for a target: of those given, last published first, the first one that can be had. */
export const pickLatest = (
  candidates: Iterable<ReleaseWithArtifacts>,
  target: string,
): { latest: Offer | undefined; passedOver: Considered[] } => {
  const passedOver: Considered[] = [];
  for (const release of candidates) {
    const reason = passOver(release, target);
    const artifact = release.artifacts.find((candidate) => candidate.target === target);
    if (reason === undefined && artifact !== undefined) {
      return { latest: { release, artifact, version: parseVersion(release.version) }, passedOver };
    }
    if (reason !== undefined) passedOver.push(reason);
  }
  return { latest: undefined, passedOver };
};

/**
 * Which release a client gets, and why. Candidates are a channel's releases, last published first. Pure: the check
 * and `explain` both ask here.
 */
export const pickOffer = (
  candidates: Iterable<ReleaseWithArtifacts>,
  asked: Pick<Asked, 'target' | 'currentVersion'>,
): { offer: Offer | undefined; considered: Considered[] } => {
  const { latest, passedOver } = pickLatest(candidates, asked.target);
  if (latest === undefined) return { offer: undefined, considered: passedOver };
  const { version } = latest.release;
  return isNewer(latest.version, asked.currentVersion)
    ? {
        offer: latest,
        considered: [
          ...passedOver,
          { version, verdict: 'offered', reason: `It is newer than ${asked.currentVersion}.` },
        ],
      }
    : {
        offer: undefined,
        considered: [
          ...passedOver,
          {
            version,
            verdict: 'not-newer',
            reason: `It is the latest and not newer than ${asked.currentVersion}.`,
          },
        ],
      };
};
