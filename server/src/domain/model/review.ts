import { compareVersions, parseVersion } from '@slipway/core/version.ts';
import type { Adapter, DeclaredArtifact } from './adapter.ts';
import { isMain } from './artifact.ts';
import type { Instant } from './instant.ts';
import type { Policy } from './policy.ts';
import type { ReleaseWithArtifacts, Warning } from './release.ts';

/* Warnings about a release, compared with the one published before. They never block publishing. */

/** A release as declared. */
export interface Reviewable {
  version: string;
  channel?: string;
  policy?: Policy;
  artifacts: readonly DeclaredArtifact[];
  /** Undefined before publishing. */
  publishedAt?: Instant | undefined;
}

/** Warns about files that a kind of client cannot handle. */
export interface Reviewer {
  review?(release: Reviewable, before: ReleaseWithArtifacts | undefined): Warning[];
}

export interface ReviewContext {
  before: ReleaseWithArtifacts | undefined;
  adapter: Adapter | undefined;
  feeds: readonly Reviewer[];
  /** Set if the app verifies signatures. */
  reviewSignature?: ((release: Reviewable, artifact: DeclaredArtifact) => Warning[]) | undefined;
}

const olderVersion = (version: string, before: string): Warning[] =>
  compareVersions(parseVersion(version), parseVersion(before)) >= 0
    ? []
    : [
        {
          code: 'older-version',
          detail: `Version ${version} is older than ${before}, the last published release. Clients on ${before} won’t get it.`,
        },
      ];

/** Before any artifact is declared. */
export const collectVersionWarnings = (version: string, { before, adapter }: ReviewContext): Warning[] => [
  ...(before === undefined ? [] : olderVersion(version, before.version)),
  ...(adapter?.reviewVersion(version) ?? []),
];

const droppedTargets = (artifacts: readonly DeclaredArtifact[], before: ReleaseWithArtifacts): Warning[] =>
  before.artifacts
    .filter(isMain)
    .filter(({ state, target }) => state === 'active' && artifacts.every((one) => one.target !== target))
    .map(({ target }) => ({
      code: 'target-dropped',
      detail: `${target} was in ${before.version} but is missing here. Its clients won’t get this release.`,
    }));

/** Spec 4.5: a check always requests `{target}-{arch}`. */
const unreachable = ({ target }: DeclaredArtifact): Warning[] =>
  /[^-]-[^-]/.test(target)
    ? []
    : [
        {
          code: 'target-unreachable',
          detail: `No client can request target ${target}. Use {os}-{arch}.`,
        },
      ];

/** Several reviewers may find the same problem; it is reported once per version. */
const isFirst = ({ code, detail }: Warning, index: number, all: readonly Warning[]): boolean =>
  index ===
  all.findIndex((one) => one.code === code && (code === 'version-unreadable' || one.detail === detail));

/** A verified result replaces warnings about the signature's format. */
const reviewArtifact = (
  release: Reviewable,
  artifact: DeclaredArtifact,
  { adapter, reviewSignature }: ReviewContext,
): Warning[] => {
  const signatureWarnings = reviewSignature?.(release, artifact) ?? [];
  const others = adapter?.reviewArtifact(release.version, artifact) ?? [];
  return [
    ...others.filter(({ code }) => signatureWarnings.every((one) => one.code !== code)),
    ...signatureWarnings,
  ];
};

export const collectReleaseWarnings = (release: Reviewable, surroundings: ReviewContext): Warning[] => {
  const { before } = surroundings;
  const { version } = release;
  const artifacts = release.artifacts.filter(isMain);
  const empty: Warning = {
    code: 'no-artifacts',
    detail: 'The release has no artifacts, so no client gets it.',
  };
  return [
    ...(artifacts.length === 0 ? [empty] : []),
    ...collectVersionWarnings(version, surroundings),
    ...(before === undefined ? [] : droppedTargets(artifacts, before)),
    ...artifacts.flatMap(unreachable),
    ...artifacts.flatMap((artifact) => reviewArtifact(release, artifact, surroundings)),
    ...surroundings.feeds.flatMap(({ review }) => review?.(release, before) ?? []),
  ].filter(isFirst);
};

/** For a milestone that is no longer offered to a target or to anyone. */
export const milestoneLiftedWarnings = (
  { version, policy }: Pick<ReleaseWithArtifacts, 'version' | 'policy'>,
  target?: string,
): Warning[] => {
  if (policy.milestone === undefined) return [];
  const clients = target === undefined ? 'Older clients' : `Older clients of ${target}`;
  const reason = policy.milestone.reason.replace(/\.$/, '');
  const detail = `${version} is a milestone (${reason}). ${clients} now skip it.`;
  return [{ code: 'milestone-lifted', detail }];
};

/** Pruned bytes cannot be copied, so a promotion leaves them out. */
export const prunedTargetWarnings = ({ artifacts }: ReleaseWithArtifacts): Warning[] =>
  artifacts
    .filter((artifact) => artifact.state === 'pruned' && isMain(artifact))
    .map(({ target }) => ({
      code: 'target-pruned',
      detail: `The artifact for ${target} was pruned, so the draft lacks it.`,
    }));
