import { exampleSigningKey } from './example-signing-key.ts';
import { exampleTrustId } from './example-trust.ts';

/*
 * All examples share one scenario: the app `hello` publishes 1.4.0 for Linux. A server that shows the examples replaces
 * the addresses with its own. A test validates each example against its schema.
 */

export const exampleBaseUrl = 'https://slipway.example.com';
export const examplePublicUrl = 'https://hello.example.com';

export const exampleSha256 = '7c3a0f0e5d2b4b1f9a6e8d7c6b5a49382716051f2e3d4c5b6a79880716253443';
const releaseId = 'rel_3vQ8mZk2Lw9XcN5tRbYp1H';
const keyId = 'key_5dTn2JxWq7LrVb0ZcMf4Gs';
const sizeBytes = 48_213_504;
const target = 'linux-x86_64';
const version = '1.4.0';
const channel = 'stable';
const notes = 'Starts twice as fast. No longer crashes after sleep.';
const signature = 'dW50cnVzdGVkIGNvbW1lbnQ6IHNpZ25hdHVyZQpSVVM…';
const url = `${examplePublicUrl}/releases/download/${releaseId}/${target}`;
const [drafted, uploaded, published] = [
  '2026-03-14T09:20:11.000Z',
  '2026-03-14T09:24:37.000Z',
  '2026-03-14T09:26:53.000Z',
];
const [appMade, keyMade] = ['2026-01-08T14:02:30.000Z', '2026-01-08T14:05:12.000Z'];

/** Example values for path parameters, qualified by the preceding path segment if a name is ambiguous. */
export const exampleParameters: Readonly<Record<string, string>> = {
  app: 'hello',
  'releases/id': releaseId,
  'keys/id': keyId,
  'trusted-publishers/id': exampleTrustId,
  'signing-keys/id': exampleSigningKey.id,
  name: 'beta',
  target,
  domain: 'updates.example.com',
  channel,
  arch: 'x86_64',
  currentVersion: '1.3.2',
  releaseId,
  publicSlug: 'hello',
  path: 'stable/linux/x86_64/1.3.2',
  feed: 'electron',
  'channel/path': 'latest-linux.yml',
  'apps/path': 'hello',
  file: 'app-Q6ZRX2LM.js',
  version,
  'version/target': 'linux-x64',
  fileName: `hello-${version}-linux-x86_64.AppImage`,
  'channel/target': 'linux',
  'query/target': 'linux',
};

export const exampleApp = {
  slug: 'hello',
  publicSlug: 'hello',
  name: 'Hello',
  adapter: 'tauri',
  allowanceBytes: null,
  extras: false,
  checkCaching: 'public',
  publishing: 'any',
  signatures: 'warn',
  signedVersion: 'warn',
  page: true,
  delivery: 'metered',
  publicUrl: examplePublicUrl,
  createdAt: appMade,
  revision: 44_302_091,
};
export const exampleAppCreation = { slug: 'hello', name: 'Hello', adapter: 'tauri' };
export const exampleAppChange = { name: 'Hello', allowanceBytes: 500_000_000_000 };

export const exampleChannel = { name: 'beta', active: true, alsoOffers: null, createdAt: appMade };
export const exampleDomain = { domain: 'updates.example.com', createdAt: appMade };

export const exampleKey = {
  id: keyId,
  name: 'release pipeline',
  scopes: ['publish', 'read'],
  createdAt: keyMade,
  expiresAt: '2099-12-31T00:00:00.000Z',
  lastUsedAt: published,
  revokedAt: null,
};
export const exampleKeyCreation = {
  name: 'release pipeline',
  scopes: ['publish', 'read'],
  expiresAt: '2099-12-31T00:00:00Z',
};
export const exampleSecret = `slw_pub_${keyId.slice(4)}_k3Jb…`;

export const exampleArtifact = {
  id: 'art_9PzYwS4hQe1KuXn6VtAo3D',
  target,
  format: '.AppImage',
  size: sizeBytes,
  sha256: exampleSha256,
  signature,
  contentType: 'application/octet-stream',
  state: 'active',
  uploadedAt: uploaded,
};
export const exampleDeclaration = {
  version,
  target,
  format: '.AppImage',
  size: sizeBytes,
  sha256: exampleSha256,
  signature,
};
export const examplePresignResponse = {
  artifact: { ...exampleArtifact, contentType: null, state: 'declared', uploadedAt: null },
  uploadUrl: `https://storage.example.com/staged/${exampleArtifact.id}/…?size=${sizeBytes}&expires=…&signature=…`,
  headers: {
    'content-type': 'application/octet-stream',
    'x-amz-checksum-sha256': 'fDoPDl0rSx+abo18a1pJOCcWBR8uPUxbanmIBxYlNEM=',
    'x-amz-server-side-encryption': 'AES256',
  },
};
export const examplePartsCompletion = {
  version,
  target,
  uploadId: '91ae4cf3ce587c44620f28ab575d4bb4',
  etags: ['"0a1b2c…"', '"3d4e5f…"', '"6a7b8c…"'],
};

export const exampleRelease = {
  id: releaseId,
  app: 'hello',
  channel,
  version,
  notes,
  state: 'published',
  pubDate: drafted,
  publishedAt: published,
  withdrawnAt: null,
  createdAt: drafted,
  artifacts: [exampleArtifact],
};
export const exampleReleaseCreation = { version, channel, notes };
export const exampleReleaseChange = {
  milestone: { reason: 'Moves the settings to their new place.' },
  from: { except: ['1.3.1'] },
  heldTargets: ['darwin-aarch64'],
};
export const examplePromotion = { channel: 'beta' };
export const exampleReleaseReview = {
  version,
  artifacts: [{ target, format: '.AppImage', size: sizeBytes, sha256: exampleSha256 }],
};
export const exampleReview = {
  warnings: [
    {
      code: 'signature-missing',
      detail: 'linux-x86_64 has no signature. Tauri clients reject it.',
    },
  ],
  errors: [],
};
export const exampleWithdrawal = { reason: 'Loses unsaved files on Windows.' };

export const exampleUsage = {
  from: '2026-03-14',
  to: '2026-03-14',
  totals: { bytes: 1_253_551_104, downloads: 26 },
  rows: [{ day: '2026-03-14', releaseId, version, target, bytes: 1_253_551_104, downloads: 26 }],
  month: { bytes: 9_401_633_280, allowanceBytes: null, resetsAt: '2026-04-01T00:00:00.000Z' },
};

const exampleChecks = { checks: 98_304, offers: 12_288, withId: 73_728, clients: 12_288 };

export const exampleFleet = {
  from: '2026-03-14',
  to: '2026-03-14',
  totals: exampleChecks,
  rows: [{ day: '2026-03-14', channel, target, version, ...exampleChecks }],
  estimate: { clients: 16_384, share: 0.75 },
  warnings: [],
};

export const exampleExplanation = {
  outcome: 'update',
  release: exampleRelease,
  considered: [{ version, verdict: 'offered', reason: 'Newer than 1.3.2.' }],
  answer: {
    status: 200,
    headers: { 'cache-control': 'public, max-age=60, s-maxage=300', 'content-type': 'application/json' },
    body: `{"version":"${version}"}`,
  },
};

export const exampleOffer = { channel, target, version, releaseId, publishedAt: published, newest: true };

export const exampleEffects = {
  verb: 'withdraw',
  effects: [
    {
      ...{ channel, target, now: { version, releaseId } },
      // biome-ignore lint/suspicious/noThenProperty: what comes afterwards is called so in the contract, and is no function.
      then: { version: '1.3.2', releaseId: 'rel_2Yc8sQm4VbT1xKp7Zd0HnW' },
    },
  ],
  warnings: [],
  reach: { downloads: 12_401, downloads24h: 1_204, checkShare: 0.362 },
  cachedForSeconds: 360,
};

export const exampleFeedListing = {
  ...{ feed: 'electron', client: 'electron-updater', channel },
  setting: 'https://hello.updates.example.com/feeds/electron/stable',
  url: 'https://hello.updates.example.com/feeds/electron/stable/latest-mac.yml',
  version,
};

export const exampleAuditEntry = {
  id: '61',
  at: published,
  actor: keyId,
  actorName: 'release pipeline',
  action: 'release.publish',
  subject: releaseId,
  detail: { channel, version },
};

export const exampleTauriUpdate = { version, notes, pub_date: drafted, url, signature };
export const exampleRestUpdate = {
  ...exampleTauriUpdate,
  size: String(sizeBytes),
  sha256: exampleSha256,
};
export const exampleSquirrelUpdate = { url, name: version, notes, pub_date: drafted.replace('.000', '') };
export const exampleCargoPackagerUpdate = { ...exampleTauriUpdate, format: 'appimage' };
const platforms = { [target]: { url, size: String(sizeBytes), sha256: exampleSha256, signature } };
export const exampleLatest = { app: 'hello', version, notes, pub_date: drafted, platforms };
export const exampleHistory = {
  app: 'hello',
  releases: [{ id: releaseId, version, notes, pub_date: drafted, channel, platforms }],
};
