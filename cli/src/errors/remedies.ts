/* The fix for each problem code, and for its detail if a code has several causes. */

const fixed: Record<string, string> = {
  unauthorized:
    'It is unknown there, expired or revoked. Set SLIPWAY_KEY, or run `slipway login` with a valid key.',
  'slug-taken':
    'Choose another slug. `slipway apps show <slug>` shows the app that has this one, `slipway apps change` changes it.',
  'domain-taken': 'Remove it from the other app first, with `slipway domains delete <domain> --app <slug>`.',
  'channel-taken':
    'You can publish to it with --channel; `slipway channels list` shows whether it is active.',
  'channel-missing': 'Create it with `slipway channels create <name>`, or choose another with --channel.',
  'channel-inactive':
    'Activate it with `slipway channels change <name> --active`, or choose another with --channel.',
  'version-taken':
    'A version can be used only once in a channel, even after it was withdrawn. Use a new version.',
  'not-a-draft': 'A published release never changes. Publish the change under a new version.',
  'draft-missing': 'The draft was deleted or published in the meantime. Run the command again.',
  'upload-missing': 'The upload was started again or cleared away in the meantime. Run the command again.',
  'draft-changed':
    'Another job is writing to the same draft. Run the command again when that job has finished.',
  'release-withdrawn': '`slipway releases restore <version>` brings it back.',
  'no-base':
    'Publish a channel’s first release without --rollout: until then there is nothing that the other clients could get.',
  'rollout-paused': '`slipway rollout resume` goes on; `slipway rollout show` says why it was stopped.',
  'uploads-incomplete': 'Run the command again: it uploads what is missing and skips the rest.',
  'artifact-too-large': 'Make the file smaller, or ask the operator to raise SLIPWAY_MAX_ARTIFACT_BYTES.',
  'storage-full':
    'The disk of the service is full. Prune artifacts that nobody needs (`slipway prune <version>`) or ask its operator to free space, then run the command again.',
  'too-many-requests': 'Wait a moment, then run the command again.',
  'database-unavailable':
    'The service cannot reach its database. Try again in a minute, or ask its operator.',
  'storage-unavailable': 'The service cannot reach its storage. Try again in a minute, or ask its operator.',
  'app-has-releases':
    'An app that has ever published a release cannot be deleted. Withdraw its releases instead.',
  'unknown-adapter': 'Choose one that the service lists, with --adapter.',
  'signature-rejected':
    'Sign the files again with a key of the app, and run the command again. `slipway signing-keys list` shows its keys.',
  'signing-key-taken':
    '`slipway signing-keys list` shows its id; `slipway signing-keys change <id>` changes since when it is built in, or takes it into use again.',
  'signing-key-missing':
    '`slipway signing-keys add <file>` adds a key; `slipway apps change <slug> --signatures warn` no longer requires any.',
  'token-rejected':
    'Ask your CI for a new token with the service’s address as its audience, and exchange it once.',
  'publisher-untrusted': '`slipway trust add` trusts a pipeline; `slipway trust list` shows those that are.',
  'trusted-publishing-only':
    'Publish from the trusted pipeline. `slipway apps change <slug> --publishing any` lets other keys publish again.',
  'delivery-needs-s3':
    'Choose `--delivery cached` and put a cache in front, or have the operator move the artifacts to S3 first: `slipway-server move --storage <url>`.',
  'issuer-not-pinned': 'Ask the operator of the service to add the issuer to SLIPWAY_OIDC_ISSUERS.',
  'issuer-unavailable':
    'The service cannot get the keys of your CI’s service. Try again in a minute, or ask its operator.',
  'host-reserved': 'Choose another name: this one belongs to the service itself.',
};

const missing: Record<string, string> = {
  app: '`slipway apps list` lists the apps (admin key); a publish key sees only its own app. `slipway apps create <slug>` or `slipway init` creates one.',
  release: '`slipway releases list` lists the releases with their ids; --channel names another channel.',
  channel: '`slipway channels list` lists the channels; `slipway channels create <name>` creates one.',
  key: '`slipway keys list` lists the keys with their ids.',
  signing: '`slipway signing-keys list` lists them with their ids.',
  trusted: '`slipway trust list` lists them with their ids.',
  domain: '`slipway domains list` lists the domains of the app.',
  rollout: '`slipway rollout list --all` lists the rollouts of the app.',
  artifact: '`slipway releases show <version>` lists the targets of a release.',
};

/** The detail says what is missing: an app, a release, or a channel. */
const forNotFound = (detail: string): string => {
  const what = /no such (\w+)/.exec(detail)?.[1] ?? '';
  return Object.hasOwn(missing, what)
    ? (missing[what] ?? '')
    : 'Check the address of the service: `slipway doctor` shows what answers there.';
};

const adminKey =
  'Use the admin key, in SLIPWAY_KEY or with `slipway login`. The service shows it at its first start; `slipway-server reset-key` makes a new one.';

/** The detail names the missing scope, or says that only the admin key works. */
const forScope = (detail: string): string => {
  if (/cannot grant/.test(detail))
    return 'A key can grant only scopes that it has itself. Leave them out, or use the admin key.';
  const scope = /the scope (\w+)/.exec(detail)?.[1];
  if (scope === undefined) return adminKey;
  const scopes = scope === 'read' ? scope : `${scope},read`;
  const maker = scope === 'manage' ? scope : `manage and ${scope}`;
  return `Use a key that has it. \`slipway keys create <name> --scopes ${scopes}\` makes one, with the admin key or with a key that has ${maker}.`;
};

/** The rollout has no next step, or is finished. */
const forOver = (detail: string): string =>
  /no step is left/i.test(detail)
    ? '`slipway rollout advance <version> --percent <n>` goes to a percent; `slipway rollout complete <version>` gives it to everyone.'
    : '`slipway releases withdraw <version>` stops offering it; `slipway rollout plan <version> --rollout standard` draws it back to a part of the clients.';

const forNotPublished = (detail: string): string =>
  /withdrawn/.test(detail)
    ? '`slipway releases restore <version>` brings it back; then `slipway rollout resume <version>` goes on.'
    : '`slipway publish --release <version>` publishes it.';

/** Undefined if the problem itself says enough. */
export const remedyFor = (code: string, detail = ''): string | undefined => {
  if (code === 'not-found') return forNotFound(detail);
  if (code === 'scope-missing') return forScope(detail);
  if (code === 'rollout-over') return forOver(detail);
  if (code === 'not-published') return forNotPublished(detail);
  return fixed[code];
};
