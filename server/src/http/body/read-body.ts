import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bounds } from '../../domain/model/bounds.ts';
import { HttpRefusal } from '../response/problems.ts';
import type { BodyMemory, MemoryLease } from './body-memory.ts';
import { hasBody } from './unexpected-body.ts';

/*
 * Reads each body into one growing buffer, so that neither a large Content-Length nor one-byte chunks cost more memory
 * than the bytes received.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** The memory lease of the body; undefined if there is no body. */
    incoming: IncomingBody | undefined;
  }
}

interface IncomingBody {
  readonly lease: MemoryLease;
  /** Rejects if the lease is evicted. */
  readonly evicted: Promise<never>;
}

const firstBytes = 16 * 1024;

const sizeText = (bytes: number): string =>
  bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MiB`;

const tooLarge = (most: number) =>
  new HttpRefusal('body-too-large', `The body can be at most ${sizeText(most)}.`);
const bodyMemoryFull = () =>
  new HttpRefusal('too-many-requests', 'Too many concurrent request bodies. Retry.');

/** Bodies share a limit per app, per key without an app, or among all requests without a key. */
const nameOf = ({ admitted, keyName }: FastifyRequest): string => {
  if (admitted.kind === 'app') return `app ${admitted.context.caller.app}`;
  return keyName === undefined ? '' : `key ${keyName}`;
};

/** Leases memory for the body, if any, until the response closes. */
export const leaseBodyMemory = (
  bodyMemory: BodyMemory,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  if (!hasBody(request)) return;
  const { promise, reject } = Promise.withResolvers<never>();
  // Avoids an unhandled rejection if the body is never read.
  promise.catch(() => undefined);
  const bodyLease = bodyMemory.open(nameOf(request), () => reject(bodyMemoryFull()));
  reply.raw.once('close', bodyLease.release);
  request.incoming = { lease: bodyLease, evicted: promise };
};

/** A buffer that grows with its lease. */
const createGrowingBuffer = ({ reserve }: MemoryLease, announcedBytes: number, most: number) => {
  let buffer: Buffer = Buffer.alloc(0);
  let length = 0;
  const grow = (neededBytes: number): void => {
    const capacity = Math.min(Math.max(neededBytes, 2 * buffer.length, firstBytes), announcedBytes);
    if (!reserve(capacity)) throw bodyMemoryFull();
    const larger = Buffer.allocUnsafeSlow(capacity);
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  return {
    add: (chunk: Buffer): void => {
      if (length + chunk.length > announcedBytes) throw tooLarge(most);
      if (length + chunk.length > buffer.length) grow(length + chunk.length);
      length += chunk.copy(buffer, length);
    },
    whole: (): Buffer => buffer.subarray(0, length),
  };
};

const receive = (payload: IncomingMessage, onChunk: (chunk: Buffer) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    payload.on('data', (chunk: Buffer) => {
      try {
        onChunk(chunk);
      } catch (error) {
        reject(error);
      }
    });
    payload.on('end', resolve);
    payload.on('error', () => reject(new HttpRefusal('bad-request', 'The request body was cut off.')));
  });

/** Throws 'body-too-large', or 'too-many-requests' if the lease is evicted. */
export const readBody = async (request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> => {
  const most = request.routeOptions.config.route?.bodyBytes ?? bounds.bodyBytes;
  const announced = Number(request.headers['content-length'] ?? most);
  if (announced > most) throw tooLarge(most);
  if (request.incoming === undefined) return Buffer.alloc(0);
  const { lease, evicted } = request.incoming;
  if (!lease.reserve(0)) throw bodyMemoryFull();
  const growing = createGrowingBuffer(lease, announced, most);
  try {
    await Promise.race([receive(payload, growing.add), evicted]);
    lease.markReceived();
    return growing.whole();
  } finally {
    // Discard the rest of a rejected body.
    payload.removeAllListeners('data');
  }
};
