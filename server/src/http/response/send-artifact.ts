import type { ServerResponse } from 'node:http';
import type { BlobReader } from '../../domain/ports/blobs.ts';
import { queuedBytes } from '../../node/write-queue.ts';

/*
 * The only writer of artifact bytes. One piece is on its way at a time: it is read, handed to the connection, and
 * the next is read when the kernel has taken it, so that a client that stops reading holds one buffer. Large pieces
 * cost a third less, but pieces begin small and grow only for a client that has shown it drains them: socket buffers
 * alone swallow several megabytes at once, whoever is behind them. A client slower than the minimum rate is let go of.
 */

const smallPieceBytes = 64 * 1024;
const largePieceBytes = 1024 * 1024;
/** More than the socket buffers of both ends hold of a client that never reads: who took this much is reading. */
const fastClientBytes = 6 * 1024 * 1024;

const sweepSeconds = 10;

export interface ArtifactTransfer {
  response: ServerResponse;
  reader: Pick<BlobReader, 'next' | 'close'>;
  /** Told after each piece how many bytes the connection took, and of the whole piece where a client left amid it. */
  onWritten(bytes: number): void;
  /** Told when the last piece was taken, before the answer ends: who waits for its end finds it counted. */
  onComplete?(): void;
}

export interface ArtifactSender {
  /** True when every byte went out; false when the client went away. Throws when the storage failed midway. */
  send(sending: ArtifactTransfer): Promise<boolean>;
  /** How many downloads are under way. */
  active(): number;
  close(): void;
}

interface Progress {
  response: ServerResponse;
  writtenBytes: number;
  /** The length of the piece that is on its way. */
  pieceBytes: number;
  /** What had been written, and when the sweeper last saw it move enough. */
  seenBytes: number;
  seenAtMs: number;
}

/**
 * Resolves when the connection is this answer's: one that was asked for before the one ahead of it was done has none.
 * What is written until then waits in node's own queue, and goes out even if the answer was given up and its buffer
 * is somebody else's by then.
 */
const waitForSocket = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.socket !== null || response.destroyed) resolve();
    else response.once('socket', () => resolve()).once('close', () => resolve());
  });

/** What the connection has taken, of the piece under way, too. */
const acknowledgedBytes = ({ response, writtenBytes, pieceBytes }: Progress): number =>
  writtenBytes + Math.max(0, pieceBytes - (queuedBytes(response.socket) ?? pieceBytes));

const write = (response: ServerResponse, piece: Uint8Array): Promise<boolean> =>
  new Promise((resolve) => {
    const onClose = (): void => resolve(false);
    response.once('close', onClose);
    response.write(piece, (error) => {
      response.removeListener('close', onClose);
      resolve(!error);
    });
  });

export const createArtifactSender = (limits: {
  minBytesPerSecond: number;
  patienceSeconds: number;
}): ArtifactSender => {
  const underWay = new Set<Progress>();

  const sweep = (): void => {
    const now = performance.now();
    for (const progress of underWay) {
      const elapsed = (now - progress.seenAtMs) / 1000;
      if (elapsed < limits.patienceSeconds) continue;
      const taken = acknowledgedBytes(progress);
      if (taken - progress.seenBytes < limits.minBytesPerSecond * elapsed) progress.response.destroy();
      else Object.assign(progress, { seenBytes: taken, seenAtMs: now });
    }
  };
  const sweeper = setInterval(sweep, Math.min(sweepSeconds, limits.patienceSeconds) * 1000);
  sweeper.unref();

  const pump = async (
    { response, reader, onWritten }: ArtifactTransfer,
    progress: Progress,
  ): Promise<boolean> => {
    for (;;) {
      const isProven = progress.writtenBytes >= fastClientBytes;
      const piece = await reader.next(isProven ? largePieceBytes : smallPieceBytes);
      if (response.destroyed) return false;
      if (piece === undefined) return true;
      const { length } = piece;
      progress.pieceBytes = length;
      const isTaken = await write(response, piece);
      // Who left amid a piece may have received it: nobody gets bytes for nothing by leaving early.
      onWritten(length);
      if (!isTaken) return false;
      progress.pieceBytes = 0;
      progress.writtenBytes += length;
    }
  };

  return {
    send: async (sending) => {
      const { response, reader } = sending;
      await waitForSocket(response);
      if (response.destroyed) {
        await reader.close();
        return false;
      }
      const seenAtMs = performance.now();
      const progress: Progress = { response, writtenBytes: 0, pieceBytes: 0, seenBytes: 0, seenAtMs };
      underWay.add(progress);
      try {
        const complete = await pump(sending, progress);
        if (complete) {
          sending.onComplete?.();
          response.end();
        }
        return complete;
      } catch (error) {
        // Whatever was sent is cut short of its Content-Length: no client takes it for complete.
        response.destroy();
        throw error;
      } finally {
        underWay.delete(progress);
        await reader.close();
      }
    },
    active: () => underWay.size,
    close: () => clearInterval(sweeper),
  };
};
