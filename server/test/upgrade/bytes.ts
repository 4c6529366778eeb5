import { createHash } from 'node:crypto';

/* The fixture's artifact contents, derived from their names for both the generator and the test. */

/** A few hundred unique bytes; half of them are not text. */
export const bytesFor = (app: string, version: string, target: string): Buffer => {
  const name = `${app} ${version} ${target}`;
  const blocks = [1, 2, 3, 4].map((n) => createHash('sha512').update(`${n} ${name}`).digest());
  return Buffer.concat([Buffer.from(`${name}\n`), ...blocks]);
};

const partBytes = 16 * 1024 * 1024;

/** A two-part artifact whose first part compresses to nothing and whose second is short. */
export const longArtifact = Buffer.concat([
  Buffer.alloc(partBytes),
  Buffer.from('the end of a long artifact'),
]);
export const longParts = [longArtifact.subarray(0, partBytes), longArtifact.subarray(partBytes)] as const;
