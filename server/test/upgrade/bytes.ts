import { createHash } from 'node:crypto';

/* The contents of the fixture's artifacts, which both its maker and the test can tell from their names. */

/** A few hundred bytes that no other artifact has; half of them are no text. */
export const bytesFor = (app: string, version: string, target: string): Buffer => {
  const name = `${app} ${version} ${target}`;
  const blocks = [1, 2, 3, 4].map((n) => createHash('sha512').update(`${n} ${name}`).digest());
  return Buffer.concat([Buffer.from(`${name}\n`), ...blocks]);
};

const partBytes = 16 * 1024 * 1024;

/** An artifact of two parts, of which the first compresses to nothing and the second is short. */
export const longArtifact = Buffer.concat([
  Buffer.alloc(partBytes),
  Buffer.from('the end of a long artifact'),
]);
export const longParts = [longArtifact.subarray(0, partBytes), longArtifact.subarray(partBytes)] as const;
