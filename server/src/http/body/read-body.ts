import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bounds } from '../../domain/model/bounds.ts';
import { HttpRefusal } from '../response/problems.ts';
import type { BodyMemory, MemoryLease } from './body-memory.ts';
import { hasBody } from './no-body.ts';

/*
 * Reads bodies into one buffer each, which grows with what arrives: neither a length that is only announced nor a body
 * in pieces of one byte holds more memory than its own bytes.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** Where its body has its place; undefined: it has none. */
    incoming: IncomingBody | undefined;
  }
}

interface IncomingBody {
  readonly seat: MemoryLease;
  /** Rejects when the body is cut off. */
  readonly cut: Promise<never>;
}

const firstBytes = 16 * 1024;

const sizeText = (bytes: number): string =>
  bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MiB`;

const tooLarge = (most: number) =>
  new HttpRefusal('body-too-large', `The body may have at most ${sizeText(most)}.`);
const bodyMemoryFull = () =>
  new HttpRefusal('too-many-requests', 'Too many bodies are being sent at once; send this one again.');

/** Whose bodies share: an app's, those of a key that is on no app, and those of everyone without a key. */
const nameOf = ({ admitted, keyName }: FastifyRequest): string => {
  if (admitted.kind === 'app') return `app ${admitted.given.caller.app}`;
  return keyName === undefined ? '' : `key ${keyName}`;
};

/** Gives a body, if there is one, its place until it is answered. */
export const leaseBodyMemory = (room: BodyMemory, request: FastifyRequest, reply: FastifyReply): void => {
  if (!hasBody(request)) return;
  const { promise, reject } = Promise.withResolvers<never>();
  // Nobody awaits it unless the body is read.
  promise.catch(() => undefined);
  const seat = room.open(nameOf(request), () => reject(bodyMemoryFull()));
  reply.raw.once('close', seat.leave);
  request.incoming = { seat, cut: promise };
};

/** A buffer that grows to what is put in, as far as its place does. */
const createGrowingBuffer = ({ hold }: MemoryLease, announcedBytes: number, most: number) => {
  let buffer: Buffer = Buffer.alloc(0);
  let length = 0;
  const grow = (wanted: number): void => {
    const capacity = Math.min(Math.max(wanted, 2 * buffer.length, firstBytes), announcedBytes);
    if (!hold(capacity)) throw bodyMemoryFull();
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
    payload.on('error', () => reject(new HttpRefusal('bad-request', 'The body broke off.')));
  });

/** The whole body, or why not: 'body-too-large', 'too-many-requests' when others need its room. */
export const readBody = async (request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> => {
  const most = request.routeOptions.config.route?.bodyBytes ?? bounds.bodyBytes;
  const announced = Number(request.headers['content-length'] ?? most);
  if (announced > most) throw tooLarge(most);
  if (request.incoming === undefined) return Buffer.alloc(0);
  const { seat, cut } = request.incoming;
  if (!seat.hold(0)) throw bodyMemoryFull();
  const growing = createGrowingBuffer(seat, announced, most);
  try {
    await Promise.race([receive(payload, growing.add), cut]);
    seat.settle();
    return growing.whole();
  } finally {
    // What still comes of a body that is refused is nobody's.
    payload.removeAllListeners('data');
  }
};
