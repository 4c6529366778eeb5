import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '../domain/ports/clock.ts';
import type { Ids } from '../domain/ports/ids.ts';

let [writtenMs, written] = [0, ''];

/** The machine's clock. A moment is written out once: downloads ask for it with every piece. */
export const systemClock: Clock = {
  now: () => {
    const ms = Date.now();
    if (ms !== writtenMs) [writtenMs, written] = [ms, new Date(ms).toISOString()];
    return written;
  },
  in: (seconds) => new Date(Date.now() + seconds * 1000).toISOString(),
};

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base62 without bias: bytes that would favour the first letters are thrown away. */
const randomText = (length: number): string => {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += base62.charAt(byte % 62);
    }
  }
  return text;
};

/** The machine's randomness: 22 letters of 62 are 130 bits. */
export const randomIds: Ids = {
  next: (prefix) => `${prefix}_${randomText(22)}`,
  secret: randomText,
  seed: () => randomInt(2 ** 32),
};
