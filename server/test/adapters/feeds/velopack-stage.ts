import type { Artifact } from '../../../src/domain/model/artifact.ts';
import { artifactOf, releaseOf } from './stage.ts';

/* Packages as `vpk pack` makes them. */

const sha1 = '0123456789abcdef0123456789abcdef01234567';

/** A full package. */
export const fullOf = (target: string, fileName: string, more: Partial<Artifact> = {}): Artifact =>
  artifactOf(target, '.nupkg', { sizeBytes: 1_048_576, facts: { fileName, sha1 }, ...more });

/** A delta to that package. */
export const deltaOf = (target: string, fileName: string, deltaFrom?: string): Artifact =>
  artifactOf(`${target}.delta`, '.nupkg', {
    sizeBytes: 4096,
    companionOf: target,
    facts: { fileName, sha1, ...(deltaFrom === undefined ? {} : { deltaFrom }) },
  });

/** A release for x64 Windows, with a delta if a base version is given. */
export const packed = (version: string, deltaFrom?: string, notes = '') =>
  releaseOf(
    version,
    [
      fullOf('windows-x86_64', `App-${version}-full.nupkg`),
      ...(deltaFrom === undefined
        ? []
        : [deltaOf('windows-x86_64', `App-${version}-delta.nupkg`, deltaFrom)]),
    ],
    { notes },
  );
