import { getRandomValues } from 'node:crypto';

/* The cache key of a response in bytes: the lengths of host and path, then both. */

export interface CacheKey {
  readonly host: string;
  readonly path: string;
}

const longest = 255;

/** Lengths must fit in a byte, and characters in Latin-1. */
export const isStorableKey = ({ host, path }: CacheKey): boolean =>
  host.length <= longest && path.length <= longest && !/[^\x20-\xff]/.test(host + path);

export const keyLength = ({ host, path }: CacheKey): number => 2 + host.length + path.length;

export const storedKeyLength = (bytes: Buffer, from: number): number =>
  2 + (bytes[from] as number) + (bytes[from + 1] as number);

const prime = 0x01000193;

/** Random per process, so that nobody can construct hash collisions. */
const secrets = getRandomValues(new Int32Array(256));

const hashFrom = (from: number, text: string): number => {
  let hash = from;
  for (let at = 0; at < text.length; at++)
    hash = Math.imul(hash ^ (secrets[text.charCodeAt(at) & 0xff] as number), prime);
  return hash;
};

/** Mixes the upper bits into the lower ones, which the table uses. */
export const hashKey = ({ host, path }: CacheKey): number => {
  const hash = hashFrom(hashFrom(0, host), path);
  return hash ^ (hash >>> 15);
};

const isTextAt = (text: string, bytes: Buffer, from: number): boolean => {
  for (let at = 0; at < text.length; at++) if (bytes[from + at] !== text.charCodeAt(at)) return false;
  return true;
};

export const matchesStoredKey = ({ host, path }: CacheKey, bytes: Buffer, from: number): boolean =>
  bytes[from] === host.length &&
  bytes[from + 1] === path.length &&
  isTextAt(host, bytes, from + 2) &&
  isTextAt(path, bytes, from + 2 + host.length);

/** The key must be storable (isStorableKey). */
export const writeCacheKey = ({ host, path }: CacheKey, bytes: Buffer, from: number): void => {
  bytes[from] = host.length;
  bytes[from + 1] = path.length;
  bytes.write(host + path, from + 2, 'latin1');
};
