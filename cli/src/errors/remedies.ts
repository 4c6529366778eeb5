import { findRemedy } from '@slipway/core/remedies.ts';

/* The fix for each problem code: the common advice and the command for it. */

const runAgain = 'Run the command again: it uploads what is missing and skips the rest.';

const commandHints: Readonly<Record<string, string>> = {
  unauthorized: 'Set SLIPWAY_KEY, or run `slipway login`.',
  'slug-taken': '`slipway apps show <slug>` shows the existing app, `slipway apps change` changes it.',
  'domain-taken': '`slipway domains delete <domain> --app <slug>` removes it.',
  'channel-taken': '`slipway channels list` shows whether it is active; publish to it with --channel.',
  'channel-missing': '`slipway channels create <name>` creates one; --channel chooses another.',
  'channel-inactive': '`slipway channels change <name> --active` activates it; --channel chooses another.',
  'draft-missing': runAgain,
  'upload-missing': runAgain,
  'uploads-incomplete': runAgain,
  'release-withdrawn': '`slipway releases restore <version>` brings it back.',
  'no-base': 'Leave out --rollout.',
  'rollout-paused': '`slipway rollout resume` goes on; `slipway rollout show` says why it was stopped.',
  'artifact-too-large': 'The setting is SLIPWAY_MAX_ARTIFACT_BYTES.',
  'storage-full': '`slipway prune <version>` deletes files.',
  'unknown-adapter': 'Pass it with --adapter.',
  'signature-rejected': '`slipway signing-keys list` shows the app’s keys.',
  'signing-key-taken':
    '`slipway signing-keys list` shows its id; `slipway signing-keys change <id>` changes since when it is built in, or takes it into use again.',
  'signing-key-missing':
    '`slipway signing-keys add <file>` adds a key; `slipway apps change <slug> --signatures warn` no longer requires any.',
  'token-rejected': 'Its audience is the service’s address.',
  'publisher-untrusted': '`slipway trust add` trusts a pipeline; `slipway trust list` shows those that are.',
  'trusted-publishing-only': '`slipway apps change <slug> --publishing any` lets other keys publish again.',
  'delivery-needs-s3':
    'Choose `--delivery cached` and put a cache in front, or have the files moved first: `slipway-server move --storage <url>`.',
  'issuer-not-pinned': 'The setting is SLIPWAY_OIDC_ISSUERS.',
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

/** Undefined for an unknown code. */
export const remedyFor = (code: string, detail = ''): string | undefined => {
  if (code === 'not-found') return forNotFound(detail);
  if (code === 'scope-missing') return forScope(detail);
  if (code === 'rollout-over') return forOver(detail);
  if (code === 'not-published') return forNotPublished(detail);
  const remedy = findRemedy(code);
  return remedy && [remedy, commandHints[code] ?? []].flat().join(' ');
};
