import { type Artifact, type Content, contentOf, type Kept } from './nouns/artifact.ts';
import { Refusal } from './nouns/errors.ts';
import type { Blobs, ByteRange } from './ports/blobs.ts';
import type { Store } from './ports/store.ts';

/*
 * Moves kept bytes from one storage to another while the service runs. Each artifact goes the way a publisher's
 * upload goes: signed address, verified, kept; only then does its record name the new storage. Until then it is
 * served from the old one, and a move that breaks off goes on where it stopped.
 */

/** Sends a body to a signed address of the new storage; resolves with the ETag it answered. */
export type Put = (
  ticket: { url: string; headers: Record<string, string> },
  sizeBytes: number,
  body: AsyncIterable<Uint8Array>,
) => Promise<string>;

const ticketSeconds = 3600;
const wholeBytes = 16 * 1024 * 1024;
const pieceBytes = 256 * 1024;
const artifactsAtATime = 100;

export interface Moved {
  artifacts: number;
  bytes: number;
}

export const createMoving = (needs: { store: Store; from: Blobs; to: Blobs; put: Put }) => {
  const { store, from, to, put } = needs;

  const read = async function* (content: Content, kept: Kept, range: ByteRange): AsyncGenerator<Uint8Array> {
    const reader = await from.open(content, kept, range);
    try {
      // A piece is valid until the next one is asked for; whoever writes it may still hold it then.
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

  const sendWhole = async (content: Content, kept: Kept): Promise<void> => {
    const ticket = await to.presign(content, ticketSeconds);
    await put(ticket, content.sizeBytes, read(content, kept, { start: 0, end: content.sizeBytes - 1 }));
  };

  const sendParts = async (content: Content, kept: Kept): Promise<void> => {
    const { uploadId, partSizeBytes, urls } = await to.presignParts(content, ticketSeconds, undefined);
    const etags: string[] = [];
    for (const [index, url] of urls.entries()) {
      const start = index * partSizeBytes;
      const end = Math.min(start + partSizeBytes, content.sizeBytes) - 1;
      etags.push(await put({ url, headers: {} }, end - start + 1, read(content, kept, { start, end })));
    }
    await to.completeParts(content, uploadId, etags);
  };

  const moveOne = async (artifact: Artifact, kept: Kept): Promise<void> => {
    const content = contentOf(artifact);
    const isThere = typeof (await to.verify(content)) !== 'string';
    if (!isThere)
      await (content.sizeBytes <= wholeBytes ? sendWhole(content, kept) : sendParts(content, kept));
    const verified = await to.verify(content);
    if (typeof verified === 'string') {
      throw new Refusal('artifact-damaged', `${artifact.id} did not arrive as it is recorded: ${verified}.`);
    }
    const moved = await to.keep(content, verified);
    const placed = await store.findPlaced(artifact.releaseId, artifact.target);
    await store.transaction(async (tx) => {
      await tx.rekeepArtifact(artifact.id, kept, moved);
      if (placed !== undefined) await tx.raiseGeneration(placed.app.slug);
    });
  };

  /** Two storages of one name are two folders: then everything is looked at, and what is there is only verified. */
  const isMoved = (kept: Kept): boolean => from.name !== to.name && kept.store === to.name;

  /** Moves everything that the old storage holds; `onMoved` is told of each artifact. */
  const moveAll = async (onMoved: (artifact: Artifact) => void = () => {}): Promise<Moved> => {
    const moved: Moved = { artifacts: 0, bytes: 0 };
    for (let after = ''; ; ) {
      const artifacts = await store.listKept(after, artifactsAtATime);
      for (const artifact of artifacts) {
        if (artifact.kept === undefined || isMoved(artifact.kept)) continue;
        await moveOne(artifact, artifact.kept);
        moved.artifacts += 1;
        moved.bytes += artifact.sizeBytes;
        onMoved(artifact);
      }
      const last = artifacts.at(-1);
      if (last === undefined || artifacts.length < artifactsAtATime) return moved;
      after = last.id;
    }
  };

  return { moveAll };
};
