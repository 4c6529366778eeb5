import { createHash, randomBytes } from 'node:crypto';
import type { Piece } from '../../lab/publisher.ts';

/* What electron-builder makes, as far as the service and the client look at it. */

export const sha512Of = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64');

/** A file with the hash that the client compares. */
export const builtFor = (target: string, format: string, more: Piece = {}): Piece => {
  const bytes = more.bytes ?? randomBytes(1000);
  return { target, format, bytes, sha512: sha512Of(bytes), ...more };
};

export const exe = (more: Piece = {}): Piece => builtFor('windows-x86_64', '.exe', more);
