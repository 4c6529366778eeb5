import type { Debian } from './debian.ts';

/** What each check is given: the booted Debian, the service's admin key, and where to say what held. */
export interface Check {
  debian: Debian;
  key: string;
  say(line: string): void;
}
