import type { ExitCode } from '../errors/failure.ts';
import { toFailure } from '../errors/to-failure.ts';

export interface Finding {
  about: string;
  state: 'good' | 'doubtful' | 'bad' | 'skipped';
  detail: string;
  remedy: string | undefined;
  /** The exit code, if the failure calls for a specific one. */
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

/** Keeps the remedy of the failure. */
export const findingFromError = (about: string, error: unknown): Finding => {
  const failure = toFailure(error);
  return { ...bad(about, failure.message, failure.remedy ?? ''), exit: failure.exit };
};
