import { ProblemError } from '@slipway/api';
import { findRemedy } from '@slipway/core/remedies.ts';

/** Only the page itself can cause these. */
const ofPage = ['bad-request', 'bad-json', 'not-json', 'method-not-allowed', 'headers-too-large'];

export const remedyFor = (code: string): string | undefined =>
  ofPage.includes(code) ? 'Reload the page, or clear its cookies and sign in again.' : findRemedy(code);

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
