import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Running, sha256Of, type TestApp } from '../harness.ts';

/*
 * Invariants after every fault, checked through HTTP and the files: 1. no acknowledged write is lost; 2. no release is
 * half published; 3. a version has one set of bytes; 4. metered bytes stay within their bounds; 5. clients see only
 * published, complete releases, with all parts of a response published together; 6. recovery needs no manual step (the
 * restarting test checks its duration); 7. if an app requires signatures, each published artifact except companions is
 * signed by one of its keys; 10. no token yields two keys.
 */

/** Acknowledged writes and responses, to compare with the stored state. */
export interface Ledger {
  /** Release ID → version, of drafts whose creation was acknowledged. */
  drafts: Map<string, string>;
  /** Release IDs whose publication was acknowledged. */
  published: Set<string>;
  /** Version → target → SHA-256 of every upload that was started. */
  declared: Map<string, Map<string, Set<string>>>;
  /** The bounds of metered bytes. */
  metered: { atLeast: number; atMost: number };
}

export const createLedger = (): Ledger => ({
  drafts: new Map(),
  published: new Set(),
  declared: new Map(),
  metered: { atLeast: 0, atMost: 0 },
});

/** Records that these bytes are about to be declared for a version and a target. */
export const noteDeclared = (
  { declared }: Ledger,
  version: string,
  part: { target: string; bytes: Uint8Array },
): void => {
  const targets = declared.get(version) ?? new Map<string, Set<string>>();
  const hashes = targets.get(part.target) ?? new Set<string>();
  declared.set(version, targets.set(part.target, hashes.add(sha256Of(part.bytes))));
};

interface Artifact {
  id: string;
  target: string;
  size: number;
  sha256: string;
  signature: string | null;
  state: string;
  companionOf?: string;
  signedBy?: { id: string; keyId: string; version: string | null } | null;
}

interface Release {
  id: string;
  channel: string;
  version: string;
  state: string;
  publishedAt: string | null;
  artifacts: Artifact[];
}

interface Platform {
  url: string;
  size: string;
  sha256: string;
  signature: string | null;
}

const listAll = async <T>(service: Running, path: string, member: string): Promise<T[]> => {
  const items: T[] = [];
  for (let cursor = ''; ; ) {
    const reply = await service.api(`${path}?limit=100${cursor}`);
    assert.equal(reply.status, 200, reply.text());
    const page = reply.json<Record<string, T[]> & { next: string | null }>();
    items.push(...(page[member] ?? []));
    if (page.next === null) return items;
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
};

const checkAcknowledged = (releases: Map<string, Release>, { drafts, published }: Ledger): void => {
  for (const [id, version] of drafts)
    assert.equal(releases.get(id)?.version, version, `draft ${id} was lost`);
  for (const id of published)
    assert.equal(releases.get(id)?.state, 'published', `the publication of ${id} was lost`);
};

const checkWhole = async (service: Running, release: Release, publications: number): Promise<void> => {
  if (release.state === 'draft') {
    assert.equal(publications, 0, `draft ${release.id} has an audit row of its publication`);
    assert.equal(release.publishedAt, null);
    return;
  }
  assert.equal(publications, 1, `${release.id} was published ${publications} times`);
  assert.notEqual(release.publishedAt, null);
  for (const { id, size, sha256, state } of release.artifacts) {
    assert.equal(state, 'active', `${release.id} is published with a ${state} artifact`);
    const bytes = await readFile(join(service.folder, 'blobs', 'kept', id, sha256));
    assert.equal(bytes.length, size);
    assert.equal(sha256Of(bytes), sha256);
  }
};

const checkOneSetOfBytes = (releases: Release[], { declared }: Ledger): void => {
  const names = releases.map(({ channel, version }) => `${channel} ${version}`);
  assert.equal(new Set(names).size, names.length, 'a version exists twice');
  for (const { version, artifacts } of releases)
    for (const { target, sha256 } of artifacts)
      assert.ok(
        declared.get(version)?.get(target)?.has(sha256),
        `${version} ${target} holds bytes nobody declared`,
      );
};

const checkPublic = async (
  service: Running,
  { slug }: TestApp,
  releases: Map<string, Release>,
): Promise<void> => {
  const history = await service.site(slug, `/releases/v1/apps/${slug}/releases?limit=100`);
  assert.equal(history.status, 200);
  const listed = history.json<{ releases: (Release & { platforms: Record<string, Platform> })[] }>().releases;
  const visible = [...releases.values()].filter(({ state }) => state === 'published');
  assert.equal(listed.length, Math.min(100, visible.length), 'the history shows what is published');
  for (const { id, version, platforms } of listed) {
    const release = releases.get(id);
    assert.equal(release?.state, 'published', `${id} is shown but ${release?.state}`);
    assert.equal(version, release?.version);
    const parts = Object.entries(platforms).map(([target, { url, size, sha256, signature }]) => {
      assert.equal(new URL(url).pathname, `/releases/download/${id}/${target}`);
      return { target, size: Number(size), sha256, signature };
    });
    const own = release?.artifacts.map(({ target, size, sha256, signature }) => ({
      target,
      size,
      sha256,
      signature,
    }));
    assert.deepEqual(parts, own, 'what is shown was published together');
  }
  for (const [target, { url, sha256 }] of Object.entries(listed[0]?.platforms ?? {})) {
    const { body, status } = await service.site(slug, new URL(url).pathname, {
      headers: { range: 'bytes=0-' },
    });
    assert.equal(status, 206);
    assert.equal(sha256Of(body), sha256, `${target} of the latest release`);
  }
};

const checkMetered = async (service: Running, { slug }: TestApp, { metered }: Ledger): Promise<void> => {
  const reply = await service.api(`/v1/apps/${slug}/usage`);
  const { totals } = reply.json<{ usage: { totals: { bytes: number } } }>().usage;
  assert.ok(totals.bytes >= metered.atLeast, `${totals.bytes} bytes counted, ${metered.atLeast} received`);
  assert.ok(totals.bytes <= metered.atMost, `${totals.bytes} bytes counted, ${metered.atMost} sent at most`);
};

/** No token yields two keys; each token of these tests belongs to a separate run. */
export const checkTokensOnce = (audit: readonly { action: string; detail?: unknown }[]): number => {
  const runs = audit
    .filter(({ action }) => action === 'key.create')
    .flatMap(({ detail }) => (detail as { via?: { runId?: string } } | null)?.via?.runId ?? []);
  assert.equal(new Set(runs).size, runs.length, 'a token made two keys');
  return runs.length;
};

/** Every row of an app's audit log. */
export const readAudit = (service: Running, { slug }: TestApp) =>
  listAll<{ action: string; subject: string; detail?: unknown }>(
    service,
    `/v1/apps/${slug}/audit`,
    'entries',
  );

/** The apps of these tests require signatures before their first publish, or never. */
const checkSigned = async (service: Running, { slug }: TestApp, releases: Release[]): Promise<void> => {
  const path = `/v1/apps/${slug}`;
  const { app } = (await service.api(path)).json<{ app: { signatures: string } }>();
  if (app.signatures !== 'require') return;
  const reply = await service.api(`${path}/signing-keys`);
  const signingKeyIds = reply.json<{ signingKeys: { id: string }[] }>().signingKeys.map(({ id }) => id);
  for (const { id, version, state, artifacts } of releases)
    for (const { target, signedBy, companionOf } of state === 'draft' ? [] : artifacts) {
      if (companionOf !== undefined) continue;
      assert.ok(
        signingKeyIds.includes(signedBy?.id ?? ''),
        `${id} ${target} is published and nobody signed it`,
      );
      if (signedBy?.version) assert.equal(signedBy.version, version);
    }
};

/** Compares an app with the acknowledged writes and responses. */
export const checkInvariants = async (service: Running, app: TestApp, ledger: Ledger): Promise<void> => {
  const path = `/v1/apps/${app.slug}`;
  await checkMetered(service, app, ledger);
  const releases = await listAll<Release>(service, `${path}/releases`, 'releases');
  const byId = new Map(releases.map((release) => [release.id, release]));
  const audit = await readAudit(service, app);
  checkTokensOnce(audit);
  const count = (action: string, id: string) =>
    audit.filter((entry) => entry.action === action && entry.subject === id).length;
  checkAcknowledged(byId, ledger);
  checkOneSetOfBytes(releases, ledger);
  for (const release of releases) {
    assert.equal(count('release.create', release.id), 1, `${release.id} was created once`);
    await checkWhole(service, release, count('release.publish', release.id));
  }
  await checkSigned(service, app, releases);
  await checkPublic(service, app, byId);
};
