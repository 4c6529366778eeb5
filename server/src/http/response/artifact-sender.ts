import type { ServerResponse } from 'node:http';
import type { BlobReader } from '../../domain/ports/stored-bytes.ts';
import { queuedBytes } from '../../node/write-queue.ts';

/*
 * The only writer of artifact bytes. It reads the next piece when the kernel has taken the last one, so that a slow
 * client holds one buffer. Large pieces cost a third less, but only clients that drain small ones get them, because
 * socket buffers alone absorb several megabytes. Clients below the minimum rate are disconnected.
 */

const smallPieceBytes = 64 * 1024;
const largePieceBytes = 1024 * 1024;
/** More than the socket buffers of both ends hold, so a client that took this much is reading. */
const fastClientBytes = 6 * 1024 * 1024;

const sweepSeconds = 10;

export interface ArtifactTransfer {
  response: ServerResponse;
  reader: Pick<BlobReader, 'next' | 'close'>;
  /** Called after each piece with its bytes, also if the client disconnected during the piece. */
  onWritten(bytes: number): void;
  /** Called before the response ends, so that a client that sees the end is already counted. */
  onComplete?(): void;
}

export interface ArtifactSender {
  /** True if all bytes were sent, false if the client disconnected. Throws if the storage failed. */
  send(sending: ArtifactTransfer): Promise<boolean>;
  active(): number;
  close(): void;
}

interface Progress {
  response: ServerResponse;
  writtenBytes: number;
  /** The length of the piece being written. */
  pieceBytes: number;
  /** Bytes written when the sweeper last saw enough progress, and the time. */
  seenBytes: number;
  seenAtMs: number;
}

/**
 * Resolves when the connection is free for this response; a pipelined one has to wait. Node would queue earlier writes
 * and send them even after the response was abandoned and its buffer reused.
 */
const waitForSocket = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.socket !== null || response.destroyed) resolve();
    else response.once('socket', () => resolve()).once('close', () => resolve());
  });

/** Bytes the connection has taken, including part of the current piece. */
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
  graceSeconds: number;
}): ArtifactSender => {
  const underWay = new Set<Progress>();

  const sweep = (): void => {
    const now = performance.now();
    for (const progress of underWay) {
      const elapsed = (now - progress.seenAtMs) / 1000;
      if (elapsed < limits.graceSeconds) continue;
      const taken = acknowledgedBytes(progress);
      if (taken - progress.seenBytes < limits.minBytesPerSecond * elapsed) progress.response.destroy();
      else Object.assign(progress, { seenBytes: taken, seenAtMs: now });
    }
  };
  const sweeper = setInterval(sweep, Math.min(sweepSeconds, limits.graceSeconds) * 1000);
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
      // A client that left during a piece may have received it, so count it: leaving early must not be free.
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
        // The response is now shorter than its Content-Length, so no client takes it as complete.
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
