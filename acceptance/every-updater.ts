import { createHash, randomBytes } from 'node:crypto';
import type { ArtifactInput } from '../lab/publisher.ts';
import { tauriSignature } from './publisher.ts';

/** A file as electron-builder makes it. */
export const exeOf = (target = 'windows-x86_64'): ArtifactInput => {
  const bytes = randomBytes(400);
  return { target, format: '.exe', bytes, sha512: createHash('sha512').update(bytes).digest('base64') };
};

/** A package for Squirrel.Windows and Velopack. */
export const packageOf = (version: string): ArtifactInput => {
  const bytes = randomBytes(400);
  return {
    ...{ target: 'windows-nupkg-x86_64', format: '.nupkg', bytes, fileName: `Acme-${version}-full.nupkg` },
    sha1: createHash('sha1').update(bytes).digest('hex'),
  };
};

/** Files of one release for every kind of updater. */
export const piecesOf = (version: string): ArtifactInput[] => [
  exeOf(),
  packageOf(version),
  {
    target: 'darwin-aarch64',
    format: '.zip',
    signature: randomBytes(64).toString('base64'),
    build: version,
  },
  { target: 'linux-x86_64', format: '.AppImage', fileName: 'App.AppImage', signature: tauriSignature() },
  {
    ...{ target: 'linux-x86_64.zsync', format: '.zsync', companionOf: 'linux-x86_64' },
    bytes: Buffer.from(`zsync of ${version}`),
  },
];
