import { type Artifact, blobContentOf, type StoredObject } from '../model/artifact.ts';
import type { StoredBytes } from '../ports/stored-bytes.ts';

const lengthBytes = 4;

/** The last four bytes of an AppImage hold the size of its block map. */
export const readBlockMapSize = async (
  blobs: Pick<StoredBytes, 'open'>,
  artifact: Artifact,
  stored: StoredObject,
): Promise<number | undefined> => {
  const { sizeBytes } = artifact;
  if (sizeBytes < lengthBytes) return undefined;
  const range = { start: sizeBytes - lengthBytes, end: sizeBytes - 1 };
  const reader = await blobs.open(blobContentOf(artifact), stored, [range]);
  try {
    const pieces: Buffer[] = [];
    for (let piece = await reader.next(lengthBytes); piece; piece = await reader.next(lengthBytes))
      pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces).readUInt32BE();
  } finally {
    await reader.close();
  }
};
