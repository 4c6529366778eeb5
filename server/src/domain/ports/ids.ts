/** The only source of randomness. */
export interface Ids {
  /** A name no one can guess: the prefix, `_` and 128 random bits or more, as letters and digits. */
  next(prefix: 'app' | 'rel' | 'art' | 'key' | 'tru' | 'sig' | 'node'): string;
  /** So many random base62 characters. */
  secret(length: number): string;
  /** A whole number of 32 bits. */
  seed(): number;
}
