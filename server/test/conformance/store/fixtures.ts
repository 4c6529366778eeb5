import type { App } from '../../../src/domain/model/app.ts';
import type { Artifact } from '../../../src/domain/model/artifact.ts';
import type { Key } from '../../../src/domain/model/key.ts';
import type { Release } from '../../../src/domain/model/release.ts';
import type { Store } from '../../../src/domain/ports/store.ts';

/** A store under test, with other ways to open its data. */
export interface Opened {
  store: Store;
  /** Opens the same data again, as another process would; the test closes it. */
  another?: () => Promise<Store>;
  /** Closes the store and opens the same data again. */
  reopen?: () => Promise<Store>;
  close(): Promise<void>;
}

/** The store shared by a suite; tests use unique names. */
export type Shared = () => Store;

let count = 0;

export const unique = (prefix: string): string => {
  count += 1;
  return `${prefix}-${String(count).padStart(6, '0')}`;
};

export const at = (second: number): string => new Date(Date.UTC(2026, 0, 31, 12, 0, second)).toISOString();

export const appNamed = (slug: string, more: Partial<App> = {}): App => ({
  id: unique('app-id'),
  slug,
  publicSlug: `${slug}-public`,
  name: `App ${slug}`,
  adapter: 'tauri',
  allowanceBytes: undefined,
  extras: false,
  checkCaching: 'public',
  publishing: 'any',
  signatures: 'warn',
  signedVersion: 'warn',
  page: true,
  delivery: 'metered',
  createdAt: at(0),
  ...more,
});

export const draftOf = (app: string, version: string, more: Partial<Release> = {}): Release => ({
  id: unique('rel'),
  app,
  channel: 'stable',
  version,
  notes: `Notes of ${version}, with 'quotes', ünïcode and 🚢`,
  state: 'draft',
  pubDate: at(1),
  createdAt: at(2),
  publishedAt: undefined,
  withdrawnAt: undefined,
  withdrawReason: undefined,
  sequence: undefined,
  revision: 0,
  touchedAt: at(2),
  policy: {},
  ...more,
});

export const artifactOf = (releaseId: string, target: string, more: Partial<Artifact> = {}): Artifact => ({
  id: unique('art'),
  releaseId,
  target,
  format: '.tar.gz',
  sizeBytes: 5_000_000_000,
  sha256: 'ab'.repeat(32),
  signature: 'sig "quoted" \\ ünïcode\nsecond line',
  contentType: 'application/gzip',
  companionOf: undefined,
  facts: {},
  state: 'declared',
  uploadedAt: undefined,
  uploadId: undefined,
  stored: undefined,
  ...more,
});

export const keyOf = (app: string, more: Partial<Key> = {}): Key => ({
  id: unique('key'),
  app,
  name: 'CI',
  scopes: ['publish', 'read'],
  secretHash: 'cd'.repeat(32),
  createdAt: at(3),
  expiresAt: undefined,
  revokedAt: undefined,
  lastUsedAt: undefined,
  trustId: undefined,
  via: undefined,
  ...more,
});

export const seedApp = async (store: Store, channels = ['stable']): Promise<App> => {
  const app = appNamed(unique('app'));
  await store.transaction(async (tx) => {
    await tx.insertApp(app);
    for (const name of channels)
      await tx.insertChannel({ app: app.slug, name, active: true, alsoOffers: undefined, createdAt: at(0) });
  });
  return app;
};

/** A draft with declared artifacts for these targets, not uploaded. */
export const seedDraft = async (
  store: Store,
  release: Release,
  targets: string[] = [],
): Promise<{ release: Release; artifacts: Artifact[] }> => {
  const artifacts = targets.map((target) => artifactOf(release.id, target));
  await store.transaction(async (tx) => {
    await tx.insertRelease(release);
    for (const artifact of artifacts) await tx.putArtifact(artifact);
  });
  return { release, artifacts };
};

/** Publishes a draft as the domain would; true if it won the race. */
export const publish = (store: Store, release: Release, artifacts: Artifact[] = []): Promise<boolean> =>
  store.transaction(async (tx) => {
    await tx.lockApp(release.app);
    const sequence = await tx.raiseGeneration(release.app);
    const stored = new Map(
      artifacts.map(({ id }) => [id, { store: 'files', seal: `seal of ${id}`, uploadedAt: at(4) }]),
    );
    return tx.publishDraft(release.id, { revision: release.revision, at: at(5), sequence, stored });
  });

/** A published release with active artifacts for these targets. */
export const seedPublished = async (store: Store, release: Release, targets: string[] = []) => {
  const seeded = await seedDraft(store, release, targets);
  await publish(store, seeded.release, seeded.artifacts);
  return seeded;
};

/** Every item of a paginated list, with the number of pages. */
export const readAll = async <T>(
  list: (page: {
    limit: number;
    cursor: string | undefined;
  }) => Promise<{ items: T[]; next: string | undefined }>,
  limit: number,
): Promise<{ items: T[]; pages: number }> => {
  const items: T[] = [];
  let pages = 0;
  let cursor: string | undefined;
  do {
    const page = await list({ limit, cursor });
    items.push(...page.items);
    cursor = page.next;
    pages += 1;
  } while (cursor !== undefined && pages < 1000);
  return { items, pages };
};

export const versionsOf = (releases: { version: string }[]): string[] =>
  releases.map(({ version }) => version);

export const withdraw = (store: Store, id: string): Promise<boolean> =>
  store.transaction((tx) => tx.setWithdrawn(id, { at: at(40), reason: 'crashes' }));

export const restore = (store: Store, id: string): Promise<boolean> =>
  store.transaction((tx) => tx.setWithdrawn(id, undefined));

export const prune = (store: Store, id: string | undefined): Promise<boolean> =>
  store.transaction((tx) => tx.pruneArtifact(id ?? ''));
