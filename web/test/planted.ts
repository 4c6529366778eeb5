import {
  type App,
  type Artifact,
  ProblemError,
  problems,
  type Release,
  type Scope,
  type Session,
} from '@slipway/api';

/* Fixtures for screen tests: an app, a release, a problem, a session. */

export const admin: Session = { actor: 'admin', key: null, app: null, expiresAt: null };

/** A session with a key of the app. */
export const holderOf = (...scopes: Scope[]): Session => ({
  actor: 'key',
  key: { id: 'key_1', name: 'pipeline', scopes, expiresAt: null },
  app: 'lantern',
  expiresAt: null,
});

export const refusal = (code: keyof typeof problems): ProblemError =>
  new ProblemError(
    problems[code].status,
    { type: '', title: '', status: problems[code].status, code, detail: 'It is away.', requestId: 'req-1' },
    '5',
  );

export const app = (change: Partial<App> = {}): App => ({
  ...{ slug: 'lantern', publicSlug: 'lantern', name: 'Lantern', adapter: 'tauri' },
  ...{ allowanceBytes: null, extras: false, checkCaching: 'public', publishing: 'any' },
  ...{
    signatures: 'warn',
    signedVersion: 'warn',
    page: true,
    delivery: 'metered',
    publicUrl: 'https://lantern.updates.example.com',
  },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', revision: 1 },
  ...change,
});

export const artifact = (target: string, change: Partial<Artifact> = {}): Artifact => ({
  id: `art_${target}`,
  target,
  format: '.AppImage',
  size: 1_000_000,
  sha256: '9f2c'.repeat(16),
  signature: null,
  contentType: null,
  state: 'active',
  uploadedAt: '2026-11-10T14:00:00.000Z',
  ...change,
});

export const release = (change: Partial<Release> = {}): Release => ({
  id: 'rel_1',
  app: 'lantern',
  channel: 'stable',
  version: '1.5.0',
  notes: '',
  state: 'published',
  pubDate: '2026-11-10T14:02:00.000Z',
  publishedAt: '2026-11-10T14:02:00.000Z',
  withdrawnAt: null,
  createdAt: '2026-11-10T13:00:00.000Z',
  artifacts: [artifact('linux-x86_64')],
  ...change,
});
