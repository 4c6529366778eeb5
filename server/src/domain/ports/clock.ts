import type { Instant } from '../model/instant.ts';

/** The only source of time. */
export interface Clock {
  now(): Instant;
  /** The moment so many seconds from now; negative ones have passed. */
  in(seconds: number): Instant;
}
