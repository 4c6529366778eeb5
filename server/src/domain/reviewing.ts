import type { Adapter } from './nouns/adapter.ts';
import type { ReleaseWithArtifacts, Warning } from './nouns/release.ts';
import { compareVersions, parseVersion } from './nouns/version.ts';

/** What a publisher should know about a release, given the one published before it. It is published all the same. */
export const reviewRelease = (
  release: ReleaseWithArtifacts,
  before: ReleaseWithArtifacts | undefined,
  adapter: Adapter | undefined,
): Warning[] => {
  const warnings: Warning[] = [];
  if (release.artifacts.length === 0) {
    warnings.push({
      code: 'no-artifacts',
      detail: 'The release has no artifacts: no client will be offered it.',
    });
  }
  if (before !== undefined) warnings.push(...compareWithBefore(release, before));
  return [...warnings, ...(adapter?.review(release) ?? [])];
};

const compareWithBefore = (release: ReleaseWithArtifacts, before: ReleaseWithArtifacts): Warning[] => {
  const warnings: Warning[] = [];
  if (compareVersions(parseVersion(release.version), parseVersion(before.version)) < 0) {
    warnings.push({
      code: 'older-version',
      detail: `Version ${release.version} is older than ${before.version}, which was published before it: clients that have ${before.version} will not go back.`,
    });
  }
  const targets = new Set(release.artifacts.map(({ target }) => target));
  for (const { target } of before.artifacts.filter(({ state }) => state === 'active')) {
    if (targets.has(target)) continue;
    warnings.push({
      code: 'target-dropped',
      detail: `Version ${before.version} had ${target}, which this release lacks: those clients stay where they are.`,
    });
  }
  return warnings;
};
