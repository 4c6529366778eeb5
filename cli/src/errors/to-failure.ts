import { ProblemError } from '@slipway/api';
import { oneLine } from '../terminal/plain-text.ts';
import { exitCodes, Failure } from './failure.ts';
import { remedyFor } from './remedies.ts';

/* Turns whatever was thrown into one Failure: what the service said, and what its reader can do about it. */

/** The field that a JSON pointer leads to, as its reader wrote it: `/scopes/0` is one of `scopes`. */
const fieldOf = (pointer: string): string =>
  pointer
    .split('/')
    .filter((part) => part !== '' && !/^\d+$/.test(part))
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

/** A fault begins with its field: the service's words often do, and by the index where it is one of a list. */
const faultText = ({ pointer, detail }: { pointer: string; detail: string }): string => {
  const field = fieldOf(pointer);
  const words = detail.replace(/^\d+ (?=is not valid)/, `${field} `);
  return field === '' || words.includes(field) ? words : `${field}: ${words}`;
};

/** What is wrong with each field says more than how many there are. */
const messageOf = (error: ProblemError): string => {
  // What others wrote may stand in it, as the reason of a pause.
  const faults = (error.problem?.errors ?? []).map((fault) => oneLine(faultText(fault)));
  if (error.code === 'invalid-fields' && faults.length > 0) return faults.join('\n');
  const message = oneLine(error.message);
  return [message, ...faults.filter((fault) => fault !== message)].join('\n  ');
};

const fromProblem = (error: ProblemError): Failure => {
  const gateway = error.problem === undefined && [502, 503, 504].includes(error.status);
  // Slipway explains every refusal: what comes without words comes from a proxy, or from another program.
  if (gateway || (error.problem === undefined && error.status < 500)) {
    return new Failure(`${error.message} Something other than Slipway may be running at that address.`, {
      exit: gateway ? exitCodes.unreachable : exitCodes.failed,
      code: error.code,
      remedy: 'Check the address; `slipway doctor` shows what answers there.',
      cause: error,
    });
  }
  const id = error.problem?.requestId;
  const remedy =
    remedyFor(error.code, error.message) ??
    (id === undefined ? undefined : `The service’s log has the details under ${id}.`);
  // The service tells how a key is sent, which is our part.
  const message = error.code === 'unauthorized' ? 'The service does not accept this key.' : messageOf(error);
  return new Failure(message, {
    exit: exitCodes.refused,
    code: error.code,
    remedy,
    cause: error,
  });
};

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** One Failure for anything that was thrown. */
export const toFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  if (error instanceof ProblemError) return fromProblem(error);
  if (isAbort(error)) return new Failure('Stopped.', { exit: exitCodes.interrupted, code: 'interrupted' });
  const message = error instanceof Error ? error.message : String(error);
  return new Failure(message, { exit: exitCodes.failed, code: 'failed', cause: error });
};

/** Whether the service answered with that problem. */
export const isProblem = (error: unknown, ...codes: string[]): error is ProblemError =>
  error instanceof ProblemError && codes.includes(error.code);

/** The same, with the app named where the service says only that there is none: a slip is seen at once. */
export const withAppName = (error: unknown, app: string | undefined): unknown => {
  const failure = toFailure(error);
  if (app === undefined || failure.message !== 'There is no such app.') return error;
  const { exit, code, remedy } = failure;
  return new Failure(`There is no app ${app}, or this key may not see it.`, {
    exit,
    code,
    remedy,
    cause: error,
  });
};
