import { createHash } from 'node:crypto';
import type { ArtifactInput } from '../../lab/publisher.ts';
import { contentOf } from '../content.ts';
import { blockMapOf, withBlockMap } from './block-map.ts';

/* Builds like electron-builder's, as far as the server and the client inspect them. */

export const sha512Of = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64');

/** A file with the hash that the client compares. */
export const builtFor = (
  target: string,
  format: string,
  more: ArtifactInput = {},
): ArtifactInput & { bytes: Buffer } => {
  const bytes = more.bytes ?? contentOf(1000, `${target}${format}`);
  return { target, format, sha512: sha512Of(bytes), ...more, bytes };
};

export const exe = (more: ArtifactInput = {}) => builtFor('windows-x86_64', '.exe', more);

/** A file with a separate block map, like installers and macOS archives. */
export const withMap = (main: ArtifactInput & { bytes: Buffer }, blockBytes?: number): ArtifactInput[] => [
  main,
  {
    target: `${main.target}.blockmap`,
    format: '.blockmap',
    companionOf: main.target ?? '',
    bytes: blockMapOf(main.bytes, blockBytes),
  },
];

/** The file types with differential updates, by the client's platform. */
export const kinds = {
  win32: (bytes: Buffer, blockBytes?: number) => withMap(exe({ bytes }), blockBytes),
  darwin: (bytes: Buffer) => withMap(builtFor('darwin-x86_64', '.zip', { bytes })),
  linux: (bytes: Buffer) => [builtFor('linux-x86_64', '.AppImage', withBlockMap(bytes))],
};
