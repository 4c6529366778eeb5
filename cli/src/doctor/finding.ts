import type { ExitCode } from '../errors/failure.ts';
import { toFailure } from '../errors/to-failure.ts';

/** What the doctor found about one thing. */
export interface Finding {
  about: string;
  state: 'good' | 'doubtful' | 'bad' | 'skipped';
  detail: string;
  remedy: string | undefined;
  /** What the doctor ends with, where the failure behind it says more than that it failed. */
  exit?: ExitCode;
}

export const good = (about: string, detail: string): Finding => ({
  about,
  state: 'good',
  detail,
  remedy: undefined,
});

export const doubtful = (about: string, detail: string, remedy: string): Finding => ({
  about,
  state: 'doubtful',
  detail,
  remedy,
});

export const bad = (about: string, detail: string, remedy: string): Finding => ({
  about,
  state: 'bad',
  detail,
  remedy,
});

export const skipped = (about: string, detail: string): Finding => ({
  about,
  state: 'skipped',
  detail,
  remedy: undefined,
});

/** What was thrown, as a finding with the remedy that it carries. */
export const findingFromError = (about: string, error: unknown): Finding => {
  const failure = toFailure(error);
  return { ...bad(about, failure.message, failure.remedy ?? ''), exit: failure.exit };
};
