import { isSemVer } from '../../domain/model/sem-ver.ts';

/** electron-updater parses versions with npm's semver, which uses JavaScript numbers. */
export const isElectronVersion = (version: string): boolean =>
  isSemVer(version.replace(/^v/, ''), BigInt(Number.MAX_SAFE_INTEGER));
