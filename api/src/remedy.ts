import type { ProblemCode } from './problem.ts';

/** The next step for each problem code, in one or two sentences, for docs and tools. */
export const remedies = {
  'bad-request': 'Check the address and the headers: the request is not valid HTTP.',
  'bad-json': 'Send valid JSON in UTF-8.',
  'invalid-fields': 'Correct every field that `errors` names, then send the request again.',
  'invalid-cursor':
    'Pass `next` of the page before exactly as it was answered, or leave `cursor` out to begin anew.',
  'unknown-adapter': 'Use `tauri`, `rest`, `squirrel` or `cargo-packager` as the adapter.',
  'token-rejected':
    'Do what `errors` names: ask your CI for a new token with this service’s origin as its audience, and exchange it once, at once.',
  unauthorized:
    'Send `Authorization: Bearer` with a key that is neither expired nor revoked; a missing, unknown, expired or revoked key all get this answer.',
  'allowance-exhausted':
    'Raise the app’s `allowanceBytes` with the admin key, or wait for the next UTC month.',
  'scope-missing': 'Use a key that has the scope named in `detail`, or the admin key.',
  'publisher-untrusted':
    'Trust this pipeline first (`slipway trust add`), or correct what `errors` says differs; check the app’s name.',
  'trusted-publishing-only':
    'Publish from the trusted pipeline, or have someone with the scope manage set `publishing` to `any`.',
  'not-found':
    'Check the names and ids in the address, and that the key belongs to this app: what a key may not see is not found either.',
  'method-not-allowed': 'Use one of the methods that the header `Allow` names.',
  'slug-taken': 'Choose another slug, or use the app that has it.',
  'domain-taken': 'Remove the domain from the app that has it first, or choose another.',
  'host-reserved': 'Choose a host that is not the service’s own and does not lie under it.',
  'channel-taken': 'Use the channel that exists, or choose another name.',
  'channel-missing': 'Create the channel first, or correct its name.',
  'channel-inactive': 'Activate the channel, or publish to another one.',
  'version-taken':
    'Continue with the draft that `errors` names, or choose a new version: a version is used once.',
  'draft-missing': 'Create the draft first, with the same version and channel.',
  'upload-missing':
    'Declare the artifact again with the same fields, and complete the upload that is answered.',
  'not-a-draft': 'Create a new release: what is published does not change.',
  'not-published':
    'Check the state of the release: only a published one can be withdrawn or pruned, and only a withdrawn one restored.',
  'release-withdrawn': 'Restore the release instead of publishing it again.',
  'no-base':
    'Publish the channel’s first release to everyone: until then there is nothing that the other clients could get.',
  'rollout-over':
    'The release is for everyone. To draw it back plan a rollout again; to stop it withdraw the release.',
  'rollout-paused': 'Resume the rollout first; `rollout show` says why it was stopped.',
  'signature-rejected':
    'Sign again as `errors` says, declare the artifacts with the new signatures, then publish again. Nothing has changed so far.',
  'signing-key-taken': 'Use the key that is there: change its name, its first version or its state.',
  'signing-key-missing':
    'Add a signing key first; to retire the last one, take back what the app’s policy requires.',
  'app-has-releases': 'Withdraw its releases instead: an app that ever published stays.',
  'uploads-incomplete': 'Upload what `errors` lists, then publish again. Nothing has changed so far.',
  'draft-changed': 'Wait until every declaration is done, then try again.',
  'issuer-not-pinned':
    'Use one of the issuers that `detail` lists, or have the operator add this one to `SLIPWAY_OIDC_ISSUERS`.',
  'delivery-needs-s3':
    'Keep artifacts in S3 (SLIPWAY_STORAGE_URL), or choose `cached` and put a cache in front.',
  'limit-reached': 'Remove what is no longer needed, as `detail` says, then try again.',
  'artifact-pruned': 'Ask for an update again: these bytes are gone for ever, and no client is offered them.',
  'body-too-large':
    'Send at most 1 MiB of JSON. Artifacts are uploaded to the address that presign answers with.',
  'artifact-too-large': 'Make the file smaller, or have the operator raise `SLIPWAY_MAX_ARTIFACT_BYTES`.',
  'not-json': 'Send `Content-Type: application/json`, not compressed.',
  'range-not-satisfiable': 'Ask for a range inside the size that `Content-Range` tells.',
  'too-many-requests': 'Wait for the seconds in `Retry-After`, then send the request again.',
  'headers-too-large': 'Send fewer or shorter headers.',
  internal: 'Try again. If it stays, give `requestId` to the operator: the log has the cause under it.',
  'adapter-not-registered': 'Change the app’s `adapter` to one that this version has.',
  'database-unavailable': 'Try again after the seconds in `Retry-After`. Update checks go on meanwhile.',
  'storage-unavailable': 'Try again after the seconds in `Retry-After`. Update checks go on meanwhile.',
  'issuer-unavailable':
    'Try again after the seconds in `Retry-After`; if it stays, the operator finds the cause in the log.',
  'not-shown-yet':
    'Ask again after the seconds in `Retry-After`; if it stays, check the slug and the revision.',
  'artifact-damaged': 'Restore the stored bytes from a backup, or publish a new release.',
  'upload-url-invalid':
    'Use the `uploadUrl` exactly as presign answered it; for another one declare the artifact again.',
  'upload-url-expired': 'Declare the artifact again with the same fields: the answer holds a new address.',
  'upload-headers-differ': 'Send every header of presign’s `headers`, exactly as it is there.',
  'upload-size-differs':
    'Upload the file that was declared, or declare this one with its own size and SHA-256.',
  'upload-hash-differs':
    'Upload the file that was declared, or declare this one with its own size and SHA-256.',
  'storage-full':
    'Prune artifacts that nobody needs, or have the operator free or add disk space, then send the request again.',
} as const satisfies Record<ProblemCode, string>;
