import type { LoadGenerator } from '../load/load-generator.ts';
import type { RoundOptions } from './compare.ts';

/** The context of every measurement. */
export interface Bench {
  /** A temporary folder, removed at the end. */
  folder(name: string): Promise<string>;
  load: LoadGenerator;
  rounds: RoundOptions;
  /** Registers a cleanup for the end of the section, run in reverse order. */
  onEnd(end: () => Promise<unknown>): void;
  /** Prints progress. */
  log(line: string): void;
}

/** Stops a process at the end of the section, and returns it. */
export const stopWithSection = <T extends { stop(): Promise<unknown> }>(bench: Bench, subject: T): T => {
  bench.onEnd(() => subject.stop());
  return subject;
};
