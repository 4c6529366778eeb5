import type { Instant } from '../model/instant.ts';

/** The only source of time. */
export interface Clock {
  now(): Instant;
  /** Negative seconds give a past time. */
  in(seconds: number): Instant;
}
