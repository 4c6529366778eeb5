/** The only source of randomness. */
export interface Ids {
  /** Unguessable: the prefix, `_` and at least 128 random bits as letters and digits. */
  next(prefix: 'app' | 'rel' | 'art' | 'key' | 'tru' | 'sig' | 'node'): string;
  /** Random base62 characters. */
  secret(length: number): string;
  /** A 32-bit integer. */
  seed(): number;
}
