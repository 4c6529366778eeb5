import type { BlobContent, StoredObject } from '../model/artifact.ts';
import type { ByteRange, StoredBytes } from '../ports/stored-bytes.ts';
import type { Uploads } from '../ports/uploads.ts';

/** Uploads to a presigned URL of the new storage; resolves with the ETag. */
export type PutToStorage = (
  ticket: { url: string; headers: Record<string, string> },
  sizeBytes: number,
  body: AsyncIterable<Uint8Array>,
) => Promise<string>;

const ticketSeconds = 3600;
const wholeBytes = 16 * 1024 * 1024;
const pieceBytes = 256 * 1024;

/** Copies one artifact between storages, in one request or in parts. */
export const createArtifactCopy = (needs: {
  from: Pick<StoredBytes, 'open'>;
  to: Pick<Uploads, 'presign' | 'presignParts' | 'completeParts'>;
  put: PutToStorage;
}) => {
  const { from, to, put } = needs;

  const read = async function* (
    content: BlobContent,
    stored: StoredObject,
    range: ByteRange,
  ): AsyncGenerator<Uint8Array> {
    const reader = await from.open(content, stored, [range]);
    try {
      // A chunk's buffer is reused for the next one, so chunks must be copied.
      for (
        let piece = await reader.next(pieceBytes);
        piece !== undefined;
        piece = await reader.next(pieceBytes)
      ) {
        yield Uint8Array.from(piece);
      }
    } finally {
      await reader.close();
    }
  };

  const sendWhole = async (content: BlobContent, stored: StoredObject): Promise<void> => {
    const ticket = await to.presign(content, ticketSeconds);
    await put(ticket, content.sizeBytes, read(content, stored, { start: 0, end: content.sizeBytes - 1 }));
  };

  const sendParts = async (content: BlobContent, stored: StoredObject): Promise<void> => {
    const { uploadId, partSizeBytes, urls } = await to.presignParts(content, ticketSeconds, undefined);
    const etags: string[] = [];
    for (const [index, url] of urls.entries()) {
      const start = index * partSizeBytes;
      const end = Math.min(start + partSizeBytes, content.sizeBytes) - 1;
      etags.push(await put({ url, headers: {} }, end - start + 1, read(content, stored, { start, end })));
    }
    await to.completeParts(content, uploadId, etags);
  };

  return (content: BlobContent, stored: StoredObject): Promise<void> =>
    content.sizeBytes <= wholeBytes ? sendWhole(content, stored) : sendParts(content, stored);
};
