import type { Adapter, DeclaredArtifact } from './adapter.ts';
import { isMain } from './artifact.ts';
import type { Instant } from './instant.ts';
import type { Policy } from './policy.ts';
import type { ReleaseWithArtifacts, Warning } from './release.ts';
import { compareVersions, parseVersion } from './version.ts';

/* What a publisher should know about a release, given the one published before it. It is published all the same. */

/** A release as it would be published: what it is called, and what is declared of it. */
export interface Reviewable {
  version: string;
  channel?: string;
  /** Whom it is for. */
  policy?: Policy;
  artifacts: readonly DeclaredArtifact[];
  /** Undefined before it is. */
  publishedAt?: Instant | undefined;
}

/** Whose clients would stumble over something in a release that is meant for them. */
export interface Reviewer {
  review?(release: Reviewable, before: ReleaseWithArtifacts | undefined): Warning[];
}

/** By what a release is judged. */
export interface ReviewContext {
  before: ReleaseWithArtifacts | undefined;
  adapter: Adapter | undefined;
  feeds: readonly Reviewer[];
  /** What is to be said of an artifact's signature, where the app has its signatures judged. */
  reviewSignature?: ((release: Reviewable, artifact: DeclaredArtifact) => Warning[]) | undefined;
}

const olderVersion = (version: string, before: string): Warning[] =>
  compareVersions(parseVersion(version), parseVersion(before)) >= 0
    ? []
    : [
        {
          code: 'older-version',
          detail: `Version ${version} is older than ${before}, which was published before it: clients that have ${before} will not go back.`,
        },
      ];

/** What is to be said of a version alone, before anything is declared. */
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
      detail: `Version ${before.version} had ${target}, which this release lacks: those clients stay where they are.`,
    }));

/** Spec 4.5: a check asks for `{target}-{arch}`, whatever the two are. */
const unreachable = ({ target }: DeclaredArtifact): Warning[] =>
  /[^-]-[^-]/.test(target)
    ? []
    : [
        {
          code: 'target-unreachable',
          detail: `No check can ask for the target ${target}: they ask for {target}-{arch}.`,
        },
      ];

/** Several kinds of clients may stumble over the same thing: of a version it is said once. */
const isFirst = ({ code, detail }: Warning, index: number, all: readonly Warning[]): boolean =>
  index ===
  all.findIndex((one) => one.code === code && (code === 'version-unreadable' || one.detail === detail));

/** What is known of a signature says more than what its form shows: of one thing it alone is said. */
const reviewArtifact = (
  release: Reviewable,
  artifact: DeclaredArtifact,
  { adapter, reviewSignature }: ReviewContext,
): Warning[] => {
  const judged = reviewSignature?.(release, artifact) ?? [];
  const others = adapter?.reviewArtifact(release.version, artifact) ?? [];
  return [...others.filter(({ code }) => judged.every((one) => one.code !== code)), ...judged];
};

/** What is to be said of a release with all that was declared of it. */
export const collectReleaseWarnings = (release: Reviewable, surroundings: ReviewContext): Warning[] => {
  const { before } = surroundings;
  const { version } = release;
  const artifacts = release.artifacts.filter(isMain);
  const empty: Warning = {
    code: 'no-artifacts',
    detail: 'The release has no artifacts: no client will be offered it.',
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

/** What is to be said when a release that no client may skip is offered no more: to a target, or to anyone. */
export const milestoneLiftedWarnings = (
  { version, policy }: Pick<ReleaseWithArtifacts, 'version' | 'policy'>,
  target?: string,
): Warning[] => {
  if (policy.milestone === undefined) return [];
  const whom = target === undefined ? 'Clients' : `Clients of ${target}`;
  const detail = `${version} is a milestone: ${policy.milestone.reason} ${whom} that are older go past it from now on.`;
  return [{ code: 'milestone-lifted', detail }];
};

/** What is left out of a promotion: nobody can copy what is gone for ever. */
export const prunedTargetWarnings = ({ artifacts }: ReleaseWithArtifacts): Warning[] =>
  artifacts
    .filter((artifact) => artifact.state === 'pruned' && isMain(artifact))
    .map(({ target }) => ({
      code: 'target-pruned',
      detail: `The original's artifact for ${target} was pruned: the draft lacks it.`,
    }));
