import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '../domain/ports/clock.ts';
import type { Ids } from '../domain/ports/ids.ts';

let [writtenMs, written] = [0, ''];

/** Formats each millisecond once: downloads read the clock with every chunk. */
export const systemClock: Clock = {
  now: () => {
    const ms = Date.now();
    if (ms !== writtenMs) [writtenMs, written] = [ms, new Date(ms).toISOString()];
    return written;
  },
  in: (seconds) => new Date(Date.now() + seconds * 1000).toISOString(),
};

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base62 without bias: bytes that would favor the first letters are rejected. */
const randomText = (length: number): string => {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += base62.charAt(byte % 62);
    }
  }
  return text;
};

/** 22 letters of 62 are 130 bits. */
export const randomIds: Ids = {
  next: (prefix) => `${prefix}_${randomText(22)}`,
  secret: randomText,
  seed: () => randomInt(2 ** 32),
};
