import { type ProblemCode, ProblemError } from '@slipway/api';

/* What to do next, for each thing that the service may say no with: words for someone who sits before this page. */

const words: Record<ProblemCode, string> = {
  'bad-request': 'Reload the page and try again.',
  'bad-json': 'Reload the page and try again.',
  'invalid-fields': 'Correct what is marked, then try again.',
  'invalid-cursor': 'Go back to the first page of the list.',
  'unknown-adapter': 'Choose one of the adapters in the list.',
  'token-rejected': 'Have the pipeline ask for a new token and exchange it once, at once.',
  unauthorized: 'Sign in with a key that is neither expired nor revoked.',
  'allowance-exhausted': 'Raise the allowance in the settings, or wait for the next month.',
  'scope-missing': 'Sign in with a key that has that scope, or with the admin key.',
  'publisher-untrusted': 'Trust this pipeline in the settings, or correct what differs.',
  'trusted-publishing-only': 'Publish from the trusted pipeline, or let keys publish again in the settings.',
  'not-found': 'It may have been deleted, or this key may not see it. Go back to the list.',
  'method-not-allowed': 'Reload the page: it may be older than the service.',
  'slug-taken': 'Choose another slug, or open the app that has it.',
  'domain-taken': 'Remove the domain from the app that has it, or choose another.',
  'host-reserved': 'Choose a name that is not the service’s own and does not lie under it.',
  'channel-taken': 'Use the channel that exists, or choose another name.',
  'channel-missing': 'Make the channel first, or choose one of the list.',
  'channel-inactive': 'Activate the channel, or publish to another one.',
  'version-taken': 'Continue the draft that has it, or choose a new version: a version is used once.',
  'draft-missing': 'Somebody deleted the draft. Begin a new release.',
  'upload-missing': 'Drop the file again: its upload begins anew.',
  'not-a-draft': 'It is published already. Open the release to see it.',
  'not-published': 'Look at its state: only what is published can be withdrawn or pruned.',
  'release-withdrawn': 'Restore the release instead of publishing it again.',
  'no-base': 'Publish the channel’s first release to everyone: the others would have nothing to get.',
  'rollout-over': 'It is offered to everyone. Withdraw the release to stop it.',
  'rollout-paused': 'Resume the rollout first.',
  'signature-rejected': 'Sign the files again as it says, and drop them with their signatures.',
  'signing-key-taken': 'Change the key that is there.',
  'signing-key-missing': 'Add a signing key in the settings first.',
  'app-has-releases': 'Withdraw its releases instead: an app that ever published stays.',
  'uploads-incomplete': 'Drop the files that are missing, then publish again. Nothing has changed so far.',
  'draft-changed': 'Wait until every upload is through, then try again.',
  'issuer-not-pinned': 'Choose one of the issuers that it lists, or have the operator add this one.',
  'delivery-needs-s3': 'Choose another delivery, or have the operator keep artifacts in S3.',
  'limit-reached': 'Remove what is no longer needed, then try again.',
  'artifact-pruned': 'These bytes are gone for ever. Publish a new release.',
  'body-too-large': 'Make the text shorter.',
  'artifact-too-large': 'Make the file smaller, or have the operator raise the limit.',
  'not-json': 'Reload the page and try again.',
  'range-not-satisfiable': 'Reload the page and try again.',
  'too-many-requests': 'Wait a little, then try again.',
  'headers-too-large': 'Clear the cookies of this site and sign in again.',
  internal: 'Try again. If it stays, give the request id to the operator: the log has the cause under it.',
  'adapter-not-registered': 'Choose another adapter in the settings.',
  'database-unavailable': 'It is tried again by itself. Update checks and downloads go on meanwhile.',
  'storage-unavailable': 'It is tried again by itself. Update checks go on meanwhile.',
  'issuer-unavailable': 'Try again in a minute; if it stays, the operator finds the cause in the log.',
  'not-shown-yet': 'Wait a moment: another node is catching up.',
  'artifact-damaged': 'Have the operator restore the bytes from a backup, or publish a new release.',
  'upload-url-invalid': 'Drop the file again: it gets a new address.',
  'upload-url-expired': 'Press Retry: the upload goes on with a new address.',
  'upload-headers-differ': 'Drop the file again. If it stays, something on the way changes the request.',
  'upload-size-differs': 'The file changed while it was sent. Drop it again.',
  'upload-hash-differs': 'The file changed while it was sent. Drop it again.',
  'storage-full': 'Have the operator free or add disk space, then press Retry.',
};

/** What to do about a problem of this code. */
export const nextFor = (code: string): string | undefined => words[code as ProblemCode];

export interface Told {
  /** What happened. */
  what: string;
  /** What to do about it. */
  next: string | undefined;
  code: string | undefined;
  requestId: string | undefined;
}

const unreachable: Told = {
  what: 'The service does not answer.',
  next: 'Check the network and whether the service runs, then try again.',
  code: undefined,
  requestId: undefined,
};

/** What to tell of a failure. */
export const tell = (error: unknown): Told => {
  if (!(error instanceof ProblemError)) return unreachable;
  const { message, code, problem } = error;
  return { what: message, next: nextFor(code), code, requestId: problem?.requestId };
};

/** What is wrong with one field of a body, where the problem names it. */
export const faultOf = (error: unknown, pointer: string): string | undefined =>
  error instanceof ProblemError
    ? error.problem?.errors?.find((fault) => fault.pointer === pointer)?.detail
    : undefined;
