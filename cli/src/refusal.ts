import { ProblemError } from '@slipway/api';
import { exitCodes, Failure } from './failure.ts';

/* Turns whatever was thrown into one Failure: what the service said, and what its reader can do about it. */

const remedies: Record<string, string> = {
  unauthorized:
    'The key is missing, unknown, expired or revoked. Set SLIPWAY_KEY, or run `slipway login` with a new key.',
  'scope-missing':
    'Use a key with that scope: `slipway keys create <name> --scopes publish,read,…` makes one, with the admin key or a key with manage.',
  'not-found':
    'Check the app, the id and the key: a key sees its own app alone. `slipway apps list` (admin key) names the apps.',
  'slug-taken':
    'Choose another slug; `slipway apps show <slug>` shows the app that has this one, `slipway apps change` changes it.',
  'domain-taken': 'Take it from its app first, with `slipway domains delete <domain> --app <slug>`.',
  'channel-taken':
    'It is there to publish to, with --channel; `slipway channels list` shows whether it is active.',
  'channel-missing': 'Make it with `slipway channels create <name>`, or choose another with --channel.',
  'channel-inactive':
    'Open it with `slipway channels change <name> --active`, or choose another with --channel.',
  'version-taken': 'A version is used once per channel and for ever. Raise the version.',
  'not-a-draft': 'What is published never changes. Raise the version and publish that.',
  'draft-missing': 'The draft was deleted or published meanwhile. Run the command again.',
  'draft-changed': 'Something else writes to the same draft. Run the command again when it is done.',
  'release-withdrawn': '`slipway releases restore <version>` brings it back.',
  'uploads-incomplete': 'Run the command again: it uploads what is missing and leaves the rest.',
  'artifact-too-large': 'The operator raises SLIPWAY_MAX_ARTIFACT_BYTES, or the file becomes smaller.',
  'storage-full': 'The storage of the service is full. Its operator makes room; then run the command again.',
  'too-many-requests': 'Wait a moment, then run the command again.',
  'database-unavailable': 'The service has lost its database. Try again in a minute, or ask its operator.',
  'storage-unavailable': 'The service has lost its storage. Try again in a minute, or ask its operator.',
  'app-has-releases': 'An app that ever published something stays. Withdraw its releases instead.',
  'unknown-adapter': 'The adapters are `tauri` and `rest`.',
  'host-reserved': 'Choose another name: this one is or lies under a host of the service itself.',
};

/** What to do about a problem of that code, if there is more to say than the problem itself. */
export const remedyFor = (code: string): string | undefined => remedies[code];

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
  const faults = (error.problem?.errors ?? []).map(faultText);
  if (error.code === 'invalid-fields' && faults.length > 0) return faults.join('\n');
  return [error.message, ...faults].join('\n  ');
};

const fromProblem = (error: ProblemError): Failure => {
  const gateway = error.problem === undefined && [502, 503, 504].includes(error.status);
  if (gateway || (error.problem === undefined && error.status < 400)) {
    return new Failure(`${error.message} Something else than Slipway may be at that address.`, {
      exit: gateway ? exitCodes.unreachable : exitCodes.failed,
      code: error.code,
      remedy: 'Check the address; `slipway doctor` tells what answers there.',
      cause: error,
    });
  }
  const id = error.problem?.requestId;
  const remedy =
    remedyFor(error.code) ?? (id === undefined ? undefined : `The service's log has it as ${id}.`);
  return new Failure(messageOf(error), {
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
