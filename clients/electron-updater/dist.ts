import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blockMapOf, withBlockMap } from './block-map.ts';
import { sha512Of } from './built.ts';

/* electron-builder's dist/ folder after a build for three systems, with its default names. */

interface Built {
  feed: string;
  /** The name on disk and in the feed. */
  name: string;
  url: string;
  bytes: Buffer;
  blockMapSize?: number;
}

const feedOf = (version: string, { url, bytes, blockMapSize }: Built): string => {
  const hash = sha512Of(bytes);
  return [
    `version: ${version}`,
    'files:',
    `  - url: ${url}`,
    `    sha512: ${hash}`,
    `    size: ${bytes.length}`,
    ...(blockMapSize === undefined ? [] : [`    blockMapSize: ${blockMapSize}`]),
    `path: ${url}`,
    `sha512: ${hash}`,
    `releaseDate: '2026-01-02T03:04:05.678Z'`,
    '',
  ].join('\n');
};

const filesOf = (version: string, content: Buffer): Record<'win32' | 'darwin' | 'linux', Built> => {
  const [setup, zip, image] = [
    `Acme Setup ${version}.exe`,
    `Acme-${version}-mac.zip`,
    `Acme-${version}.AppImage`,
  ];
  return {
    win32: { feed: 'latest.yml', name: setup, url: setup.replaceAll(' ', '-'), bytes: content },
    darwin: { feed: 'latest-mac.yml', name: zip, url: zip, bytes: content },
    linux: { feed: 'latest-linux.yml', name: image, url: image, ...withBlockMap(content) },
  };
};

/** Empties dist/ and builds into it; returns the files that updaters should download. */
export const buildDist = async (dist: string, version: string, content: Buffer) => {
  await rm(dist, { recursive: true, force: true });
  await mkdir(join(dist, 'win-unpacked'), { recursive: true });
  await writeFile(join(dist, 'win-unpacked', 'Acme.exe'), 'the app itself');
  await writeFile(join(dist, 'builder-debug.yml'), 'x64:\n  firstOrDefaultFilePatterns: []\n');
  const files = filesOf(version, content);
  for (const built of Object.values(files)) {
    await writeFile(join(dist, built.feed), feedOf(version, built));
    await writeFile(join(dist, built.name), built.bytes);
    if (built.blockMapSize === undefined)
      await writeFile(join(dist, `${built.name}.blockmap`), blockMapOf(built.bytes));
  }
  return files;
};
