import { findRemedy } from '@slipway/core/remedies.ts';

/* The fix for each problem code: the common advice and the command for it. */

const runAgain = 'Run the command again. It uploads only what is missing.';

const commandHints: Readonly<Record<string, string>> = {
  unauthorized: 'Set SLIPWAY_KEY or run `slipway login`.',
  'slug-taken': 'See `slipway apps show <slug>`.',
  'domain-taken': 'Remove it with `slipway domains delete <domain> --app <slug>`.',
  'channel-taken': 'Publish to it with --channel. `slipway channels list` says whether it is active.',
  'channel-missing': 'Create it with `slipway channels create <name>`, or choose another with --channel.',
  'channel-inactive':
    'Activate it with `slipway channels change <name> --active`, or choose another with --channel.',
  'draft-missing': runAgain,
  'upload-missing': runAgain,
  'uploads-incomplete': runAgain,
  'release-withdrawn': 'Restore it with `slipway releases restore <version>`.',
  'no-base': 'Leave out --rollout.',
  'rollout-paused': 'Resume with `slipway rollout resume`. `slipway rollout show` says why it stopped.',
  'artifact-too-large': 'The setting is SLIPWAY_MAX_ARTIFACT_BYTES.',
  'storage-full': 'Delete files with `slipway prune <version>`.',
  'unknown-adapter': 'Pass it with --adapter.',
  'signature-rejected': 'See the app’s keys with `slipway signing-keys list`.',
  'signing-key-taken':
    'See `slipway signing-keys list`. Use `slipway signing-keys change <id>` to change its first version or reactivate it.',
  'signing-key-missing':
    'Add a key with `slipway signing-keys add <file>`, or stop requiring signatures with `slipway apps change <slug> --signatures warn`.',
  'publisher-untrusted': 'Add it with `slipway trust add`; see `slipway trust list`.',
  'trusted-publishing-only': 'Allow other keys with `slipway apps change <slug> --publishing any`.',
  'delivery-needs-s3':
    'Pass `--delivery cached` and put a cache in front, or move the files first with `slipway-server move --storage <url>`.',
  'issuer-not-pinned': 'The setting is SLIPWAY_OIDC_ISSUERS.',
};

const missing: Record<string, string> = {
  app: 'List apps with `slipway apps list` (admin key); a publish key sees only its own app. Create one with `slipway apps create <slug>` or `slipway init`.',
  release: 'List releases and their IDs with `slipway releases list`; choose another channel with --channel.',
  channel: 'List channels with `slipway channels list`; create one with `slipway channels create <name>`.',
  key: 'List keys and their IDs with `slipway keys list`.',
  signing: 'List signing keys and their IDs with `slipway signing-keys list`.',
  trusted: 'List trusted publishers and their IDs with `slipway trust list`.',
  domain: 'List the app’s domains with `slipway domains list`.',
  rollout: 'List the app’s rollouts with `slipway rollout list --all`.',
  artifact: 'List a release’s targets with `slipway releases show <version>`.',
};

/** The detail says what is missing: an app, a release, or a channel. */
const forNotFound = (detail: string): string => {
  const what = /no such (\w+)/.exec(detail)?.[1] ?? '';
  return Object.hasOwn(missing, what) ? (missing[what] ?? '') : 'Check the server URL with `slipway doctor`.';
};

const adminKey =
  'Use the admin key, in SLIPWAY_KEY or with `slipway login`. It is shown on first start; `slipway-server reset-key` creates a new one.';

/** The detail names the missing scope, or says that only the admin key works. */
const forScope = (detail: string): string => {
  if (/cannot grant/.test(detail))
    return 'A key can grant only scopes that it has itself. Remove the others, or use the admin key.';
  const scope = /the scope (\w+)/.exec(detail)?.[1];
  if (scope === undefined) return adminKey;
  const scopes = scope === 'read' ? scope : `${scope},read`;
  const maker = scope === 'manage' ? scope : `manage and ${scope}`;
  return `Use a key that has it. Create one with \`slipway keys create <name> --scopes ${scopes}\`, using the admin key or a key that has ${maker}.`;
};

/** The rollout has no next step, or is finished. */
const forOver = (detail: string): string =>
  /no step is left/i.test(detail)
    ? 'Go to a percentage with `slipway rollout advance <version> --percent <n>`, or offer it to everyone with `slipway rollout complete <version>`.'
    : 'Stop offering it with `slipway releases withdraw <version>`, or restart it as a staged rollout with `slipway rollout plan <version> --rollout standard`.';

const forNotPublished = (detail: string): string =>
  /withdrawn/.test(detail)
    ? 'Restore it with `slipway releases restore <version>`, then run `slipway rollout resume <version>`.'
    : 'Publish it with `slipway publish --release <version>`.';

/** Undefined for an unknown code. */
export const remedyFor = (code: string, detail = ''): string | undefined => {
  if (code === 'not-found') return forNotFound(detail);
  if (code === 'scope-missing') return forScope(detail);
  if (code === 'rollout-over') return forOver(detail);
  if (code === 'not-published') return forNotPublished(detail);
  const remedy = findRemedy(code);
  return remedy && [remedy, commandHints[code] ?? []].flat().join(' ');
};
