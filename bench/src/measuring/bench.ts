import type { LoadGenerator } from '../load/load.ts';
import type { RoundOptions } from './compare.ts';

/** What every measurement works with. */
export interface Bench {
  /** A temporary folder of its own; removed at the end. */
  folder(name: string): Promise<string>;
  load: LoadGenerator;
  rounds: RoundOptions;
  /** Ends something when the section is over, the last one first. */
  onEnd(end: () => Promise<unknown>): void;
  /** Says what is being done. */
  say(line: string): void;
}

/** Notes that a process ends with the section, and returns it. */
export const stopWithSection = <T extends { stop(): Promise<unknown> }>(bench: Bench, subject: T): T => {
  bench.onEnd(() => subject.stop());
  return subject;
};
