import { isSemVer } from '../../domain/model/sem-ver.ts';

/** Whether electron-updater can read a version: with npm's semver, whose numbers are JavaScript's. */
export const isElectronVersion = (version: string): boolean =>
  isSemVer(version.replace(/^v/, ''), BigInt(Number.MAX_SAFE_INTEGER));
