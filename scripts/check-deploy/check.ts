import type { Debian } from './debian.ts';

/** The inputs of each check: the booted Debian, the server's admin key, and the output. */
export interface Check {
  debian: Debian;
  key: string;
  log(line: string): void;
}
