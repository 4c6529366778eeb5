import { plainVersion } from '@slipway/core/version.ts';
import type { DeclaredArtifact } from '../domain/model/adapter.ts';
import { isMain } from '../domain/model/artifact.ts';
import type { ReleaseWithArtifacts, Warning } from '../domain/model/release.ts';
import type { Reviewable } from '../domain/model/review.ts';
import { toPackageVersion } from './squirrel/releases-file.ts';

/* Warnings about packages that Squirrel.Windows or Velopack cannot read. */

/** Squirrel's names use SemVer 1, without dots in a pre-release; Velopack's append a channel to the version. */
const nameFault = (version: string, { target, facts, ...artifact }: DeclaredArtifact): Warning[] => {
  const kind = isMain(artifact) ? 'full' : 'delta';
  const spellings = [plainVersion(version), toPackageVersion(version)];
  const name = facts?.fileName ?? '';
  const fits = name.endsWith(`-${kind}.nupkg`) && spellings.some((one) => name.includes(`-${one}-`));
  if (fits) return [];
  const detail = `The file for ${target} is not named {id}-${plainVersion(version)}-${kind}.nupkg, so no package list includes it.`;
  return [{ code: 'file-name-unfit', detail }];
};

const hashFault = ({ target, facts }: DeclaredArtifact): Warning[] => {
  if (facts?.sha1 !== undefined) return [];
  const detail = `The package for ${target} was declared without a SHA-1, so no package list includes it.`;
  return [{ code: 'sha1-missing', detail }];
};

const baseFault = (artifact: DeclaredArtifact, before: ReleaseWithArtifacts | undefined): Warning[] => {
  const { target, facts, companionOf } = artifact;
  const from = facts?.deltaFrom ?? before?.version;
  const isFollowing =
    before !== undefined && from !== undefined && plainVersion(from) === plainVersion(before.version);
  if (companionOf === undefined || isFollowing) return [];
  const whatIsThere =
    before === undefined
      ? 'no release was published before, so no client gets it'
      : `the previous release is ${before.version}, so its clients don’t get it`;
  const detail = `The delta for ${target} starts from ${from ?? 'an older release'}, but ${whatIsThere}.`;
  return [{ code: 'delta-base-unknown', detail }];
};

/** `before` is the release that was published before this one. */
export const reviewPackages = (
  { version, artifacts }: Reviewable,
  before: ReleaseWithArtifacts | undefined,
): Warning[] =>
  artifacts
    .filter(({ format }) => format === '.nupkg')
    .flatMap((one) => [...nameFault(version, one), ...hashFault(one), ...baseFault(one, before)]);
