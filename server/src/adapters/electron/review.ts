import { parsePlatform } from '@slipway/core/platform.ts';
import type { DeclaredArtifact } from '../../domain/model/adapter.ts';
import { isMain } from '../../domain/model/artifact.ts';
import type { Warning } from '../../domain/model/release.ts';
import type { Reviewable } from '../../domain/model/review.ts';
import { isElectronVersion } from './version.ts';

/* Warnings about releases that electron-updater cannot install. A file with a SHA-512 is meant for it. */

const takesBlockMap = ({ target, format }: DeclaredArtifact): boolean =>
  format === '.exe' || (format === '.zip' && parsePlatform(target)?.system === 'darwin');

const hasBlockMap = (artifact: DeclaredArtifact, all: Reviewable['artifacts']): boolean => {
  const { target, format, facts } = artifact;
  if (format === '.AppImage') return facts?.blockMapSize !== undefined;
  return (
    !takesBlockMap(artifact) || all.some((one) => one.companionOf === target && one.format === '.blockmap')
  );
};

const blockMapMissing = (artifact: DeclaredArtifact, all: Reviewable['artifacts']): Warning[] =>
  hasBlockMap(artifact, all)
    ? []
    : [
        {
          code: 'blockmap-missing',
          detail: `The file for ${artifact.target} has no block map, so electron-updater downloads all of it.`,
        },
      ];

export const reviewForElectron = ({ version, artifacts }: Reviewable): Warning[] => {
  const candidates = artifacts.filter((one) => isMain(one) && one.facts?.sha512 !== undefined);
  if (candidates.length === 0) return [];
  const detail = `electron-updater can’t read version ${version}. Use SemVer, for example 1.2.3.`;
  return [
    ...(isElectronVersion(version) ? [] : [{ code: 'version-unreadable', detail }]),
    ...candidates.flatMap((one) => blockMapMissing(one, artifacts)),
  ];
};
