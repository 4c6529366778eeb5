import type { Artifact } from './artifact.ts';
import type { ReleaseWithArtifacts } from './release.ts';
import type { ParsedVersion } from './version.ts';

/** What is known of an installed copy that asks. A protocol that tells no version is asked for none. */
export interface Client {
  currentVersion?: string | undefined;
}

/** What a client asks for, whatever protocol it speaks. */
export interface Wanted {
  channel: string;
  /** The artifact target. */
  target: string;
}

/** A release together with the artifact that fits the client who asked. */
export interface Offer {
  release: ReleaseWithArtifacts;
  artifact: Artifact;
  version: ParsedVersion;
}

/** What a channel can offer one target, last published first, down to the first release that is for everyone. */
export interface Plan {
  readonly offers: readonly Offer[];
}

export type Verdict = 'offered' | 'not-newer' | 'withdrawn' | 'target-missing' | 'target-pruned' | 'unfit';

/** One release that was looked at, and what came of it: the answer to "why does this client not update?". */
export interface Considered {
  version: string;
  verdict: Verdict;
  reason: string;
}

/** Spec 4.5: a target that already ends with `-{arch}` is used as it is, otherwise the two are joined. */
export const artifactTarget = (target: string, arch: string): string =>
  target.endsWith(`-${arch}`) ? target : `${target}-${arch}`;
