import { type ProblemCode, ProblemError } from '@slipway/api';

/* For each problem code, the next step for a dashboard user. */

const words: Record<ProblemCode, string> = {
  'bad-request': 'Reload the page and try again.',
  'bad-json': 'Reload the page and try again.',
  'invalid-fields': 'Fix the marked fields and try again.',
  'invalid-cursor': 'Go back to the first page.',
  'unknown-adapter': 'Choose an updater from the list.',
  'token-rejected': 'Request a new token in the workflow and exchange it right away.',
  unauthorized: 'Sign in with a valid key.',
  'allowance-exhausted': 'Raise the download limit in Settings, or wait until it resets.',
  'scope-missing': 'Sign in with a key that has this scope, or the admin key.',
  'publisher-untrusted': 'Add this workflow as a trusted publisher, or fix what differs.',
  'trusted-publishing-only': 'Publish from a trusted workflow, or allow API keys in Settings → Publishing.',
  'not-found': 'It was deleted, or your key can’t access it.',
  'method-not-allowed': 'Reload the page. It may be older than the server.',
  'slug-taken': 'Choose another slug, or open the existing app.',
  'domain-taken': 'Remove it from the other app first, or choose another domain.',
  'host-reserved': 'Choose a domain outside this server’s own hosts.',
  'channel-taken': 'Use the existing channel, or choose another name.',
  'channel-missing': 'Create the channel first, or choose an existing one.',
  'channel-inactive': 'Unarchive the channel, or publish to another one.',
  'version-taken': 'Continue the existing draft, or use a new version. Versions can’t be reused.',
  'draft-missing': 'The draft was deleted. Start a new release.',
  'upload-missing': 'Drop the file again to restart its upload.',
  'not-a-draft': 'It’s already published. Open the release.',
  'not-published': 'Only published releases can be withdrawn or have files deleted.',
  'release-withdrawn': 'Restore the release instead.',
  'no-base': 'Publish the first release on this channel to everyone.',
  'rollout-over': 'It’s available to everyone. To stop it, withdraw the release.',
  'rollout-paused': 'Resume the rollout first.',
  'signature-rejected': 'Sign the files as described and drop them again with their signatures.',
  'signing-key-taken': 'Edit the existing key.',
  'signing-key-missing': 'Add a signing key in Settings → Signing first.',
  'app-has-releases': 'Apps with published releases can’t be deleted. Withdraw the releases instead.',
  'uploads-incomplete': 'Add the missing files and publish again. Nothing was changed.',
  'draft-changed': 'Wait for all uploads to finish, then try again.',
  'issuer-not-pinned': 'Choose a listed issuer, or ask your server administrator to add this one.',
  'delivery-needs-s3': 'Choose another delivery mode. This one requires S3 storage.',
  'limit-reached': 'Delete what you no longer need, then try again.',
  'artifact-pruned': 'These files were permanently deleted. Publish a new release.',
  'body-too-large': 'Shorten the text.',
  'artifact-too-large': 'Use a smaller file, or ask your server administrator to raise the limit.',
  'not-json': 'Reload the page and try again.',
  'range-not-satisfiable': 'Reload the page and try again.',
  'too-many-requests': 'Wait a moment, then try again.',
  'headers-too-large': 'Clear this site’s cookies and sign in again.',
  internal: 'Try again. If it keeps failing, send the request ID to your server administrator.',
  'adapter-not-registered': 'Choose another updater in Settings.',
  'database-unavailable': 'Retrying automatically. Update checks and downloads keep working.',
  'storage-unavailable': 'Retrying automatically. Update checks keep working.',
  'issuer-unavailable': 'Try again in a minute. If it keeps failing, check the server log.',
  'not-shown-yet': 'Wait a moment. Another server node is catching up.',
  'artifact-damaged':
    'Ask your server administrator to restore the file from a backup, or publish a new release.',
  'upload-url-invalid': 'Drop the file again to restart its upload.',
  'upload-url-expired': 'Retry to continue with a new upload URL.',
  'upload-headers-differ': 'Drop the file again. If it keeps failing, a proxy may be changing the request.',
  'upload-size-differs': 'The file changed during upload. Drop it again.',
  'upload-hash-differs': 'The file changed during upload. Drop it again.',
  'storage-full':
    'Delete files of old releases, or ask your server administrator to free disk space, then retry.',
};

export const remedyFor = (code: string): string | undefined => words[code as ProblemCode];

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
