import { ProblemError } from '@slipway/api';
import { findRemedy } from '@slipway/core/remedies.ts';

/** The next step in the dashboard, where the one for API clients doesn’t fit. */
const ownRemedies: Readonly<Record<string, string>> = {
  'method-not-allowed': 'Reload the page. It may be older than the server.',
  'headers-too-large': 'Clear this site’s cookies and sign in again.',
  'invalid-fields': 'Fix the marked fields and try again.',
  'unknown-adapter': 'Choose an updater from the list.',
  'draft-missing': 'The draft was deleted. Start a new release.',
  'not-a-draft': 'It’s already published. Open the release.',
};

export const remedyFor = (code: string): string | undefined =>
  /^bad-|^not-json|^range-/.test(code)
    ? 'Reload the page and try again.'
    : (ownRemedies[code] ?? findRemedy(code));

export interface ProblemMessage {
  message: string;
  /** How to fix it. */
  remedy: string | undefined;
  code: string | undefined;
  requestId: string | undefined;
  /** False if the same request would fail again. */
  canRetry: boolean;
}

const unreachable: ProblemMessage = {
  message: 'Can’t reach the server.',
  remedy: 'Check your connection and try again.',
  canRetry: true,
  code: undefined,
  requestId: undefined,
};

export const describeProblem = (error: unknown): ProblemMessage => {
  if (!(error instanceof ProblemError)) return unreachable;
  const { message, code, problem, status } = error;
  return {
    message: message,
    remedy: remedyFor(code),
    code,
    requestId: problem?.requestId,
    canRetry: status > 499 || status === 429,
  };
};

/** The problem's message for one body field. */
export const fieldError = (error: unknown, pointer: string): string | undefined =>
  error instanceof ProblemError
    ? error.problem?.errors?.find((fault) => fault.pointer === pointer)?.detail
    : undefined;
