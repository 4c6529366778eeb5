import { ProblemError } from '@slipway/api';
import { describeProblem } from '../data/problem-messages.ts';

/* The sentences of the frame around every screen. */

export const tooManyAttempts = (seconds: number): string => `Too many attempts. Wait ${seconds} s.`;
export const withdrawUnreachable = 'Can’t reach the server. Try again, or run slipway releases withdraw.';

export const outageText = (code: string): string =>
  code === 'storage-unavailable' ? 'Storage unavailable' : 'Database unavailable';

export const signInError = (error: unknown): string | undefined => {
  if (error === undefined) return undefined;
  if (error instanceof ProblemError && error.status === 401)
    return 'Invalid key. It may be mistyped, expired, or revoked.';
  return [describeProblem(error).message, describeProblem(error).remedy].join(' ');
};
