import { ProblemError } from '@slipway/api';
import { oneLine } from '../terminal/plain-text.ts';
import { exitCodes, Failure } from './failure.ts';
import { remedyFor } from './remedies.ts';

/* Turns any thrown value into one Failure with the server's message and a remedy. */

/** Maps a JSON pointer to its field: `/scopes/0` is one of `scopes`. */
const fieldOf = (pointer: string): string =>
  pointer
    .split('/')
    .filter((part) => part !== '' && !/^\d+$/.test(part))
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

/** Starts with the field name, unless the server's text already does. */
const faultText = ({ pointer, detail }: { pointer: string; detail: string }): string => {
  const field = fieldOf(pointer);
  const words = detail.replace(/^\d+ (?=is not valid)/, `${field} `);
  return field === '' || words.includes(field) ? words : `${field}: ${words}`;
};

/** The error of each field is more useful than the number of errors. */
const messageOf = (error: ProblemError): string => {
  // The text may contain user input, such as the reason for a pause.
  const faults = (error.problem?.errors ?? []).map((fault) => oneLine(faultText(fault)));
  if (error.code === 'invalid-fields' && faults.length > 0) return faults.join('\n');
  const message = oneLine(error.message);
  return [message, ...faults.filter((fault) => fault !== message)].join('\n  ');
};

const fromProblem = (error: ProblemError): Failure => {
  const gateway = error.problem === undefined && [502, 503, 504].includes(error.status);
  // Slipway always sends a problem, so a response without one comes from a proxy or another program.
  if (gateway || (error.problem === undefined && error.status < 500)) {
    return new Failure(`${error.message} This may not be a Slipway server.`, {
      exit: gateway ? exitCodes.unreachable : exitCodes.failed,
      code: error.code,
      remedy: 'Check the URL, or run `slipway doctor`.',
      cause: error,
    });
  }
  const id = error.problem?.requestId;
  const inLog = id === undefined ? undefined : `See request ${id} in the server log.`;
  const remedy =
    error.code === 'internal' && inLog !== undefined
      ? inLog
      : (remedyFor(error.code, error.message) ?? inLog);
  // The server's detail explains how to send a key, which the CLI does itself.
  const message = error.code === 'unauthorized' ? 'Invalid key.' : messageOf(error);
  return new Failure(message, {
    exit: exitCodes.refused,
    code: error.code,
    remedy,
    cause: error,
  });
};

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

export const toFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  if (error instanceof ProblemError) return fromProblem(error);
  if (isAbort(error))
    return new Failure('Interrupted.', { exit: exitCodes.interrupted, code: 'interrupted' });
  const message = error instanceof Error ? error.message : String(error);
  return new Failure(message, { exit: exitCodes.failed, code: 'failed', cause: error });
};

export const isProblem = (error: unknown, ...codes: string[]): error is ProblemError =>
  error instanceof ProblemError && codes.includes(error.code);

/** Adds the app's name to a not-found error, so that a typo is obvious. */
export const withAppName = (error: unknown, app: string | undefined): unknown => {
  const failure = toFailure(error);
  if (app === undefined || failure.message !== 'There is no such app.') return error;
  const { exit, code, remedy } = failure;
  return new Failure(`App ${app} not found, or this key has no access to it.`, {
    exit,
    code,
    remedy,
    cause: error,
  });
};
