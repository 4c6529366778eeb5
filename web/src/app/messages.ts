import { ProblemError } from '@slipway/api';
import { describeProblem } from '../data/problem-messages.ts';

/* The sentences of the frame around every screen. */

export const tooManyTries = 'Too many tries. Wait until it has counted down.';
export const withdrawUnreachable = 'Can’t reach the server. Try again, or run slipway releases withdraw.';

export const outageText = (code: string): string =>
  code === 'storage-unavailable' ? 'The storage is away' : 'The database is away';

export const signInError = (error: unknown): string | undefined => {
  if (error === undefined) return undefined;
  if (error instanceof ProblemError && error.status === 401)
    return 'This key is not accepted. It may be mistyped, expired or revoked.';
  return [describeProblem(error).message, describeProblem(error).remedy].join(' ');
};
