import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type BackendServers, startBackends } from '../../../lab/backends.ts';
import { openFolder, type TemporaryFolder } from '../../../lab/folder.ts';
import { adapters, feeds } from '../../src/adapters/registry.ts';
import { createAppAdmin } from '../../src/domain/apps/apps.ts';
import { createMaintenance } from '../../src/domain/maintenance/collect-garbage.ts';
import { blobContentOf } from '../../src/domain/model/artifact.ts';
import { Refusal } from '../../src/domain/model/errors.ts';
import { createHosts } from '../../src/domain/model/host.ts';
import type { Blobs } from '../../src/domain/ports/blobs.ts';
import type { Clock } from '../../src/domain/ports/clock.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { createDrafts } from '../../src/domain/releases/create-draft.ts';
import { createPublications } from '../../src/domain/releases/publish.ts';
import { createReleaseReviews } from '../../src/domain/releases/review.ts';
import { createUnitOfWork } from '../../src/domain/unit-of-work.ts';
import { openFileBlobs } from '../../src/drivers/blobs-fs.ts';
import { openS3Blobs } from '../../src/drivers/blobs-s3.ts';
import { openPostgres } from '../../src/drivers/postgres.ts';
import { openSqlite } from '../../src/drivers/sqlite.ts';
import { randomIds, systemClock } from '../../src/drivers/system.ts';
import { inboxPut } from '../conformance/blobs/inbox-put.ts';
import { admin } from '../domain/world.ts';
import { sha256Of } from '../harness.ts';
import { scaled } from './scale.ts';

/*
 * Two nodes collect garbage while both publish idle drafts, on real databases and storages. A published release has its
 * bytes, and a rejected one can be published after another upload.
 */

const rounds = scaled(6, 500);
const draftsEach = 6;
const target = 'linux-x86_64';
const caller = { app: 'hello', actor: admin };
const idleSeconds = 8 * 24 * 3600;

interface Drivers {
  store: Store;
  blobs: Blobs;
  put(url: string, headers: Record<string, string>, body: Uint8Array): Promise<unknown>;
}

const createNode = (drivers: Drivers, clock: Clock) => {
  const hosts = createHosts({
    baseUrl: 'http://localhost:1',
    uploadUrl: 'http://localhost:2',
    publicUrl: 'http://{slug}.localhost:1',
  });
  const changing = createUnitOfWork({ ...drivers, clock, settled: async () => {} });
  const needs = {
    ...drivers,
    clock,
    hosts,
    ids: randomIds,
    adapters,
    feeds,
    ...changing,
    maxArtifactBytes: 1e9,
    requireSpace: async () => undefined,
  };
  return {
    ...drivers,
    appAdmin: createAppAdmin(needs),
    drafts: createDrafts(needs),
    publishing: createPublications({ ...needs, reviews: createReleaseReviews(needs), onOutcome: () => {} }),
    housekeeping: createMaintenance(needs),
  };
};
type Node = ReturnType<typeof createNode>;

const upload = async ({ drafts, put }: Node, version: string, bytes: Uint8Array) => {
  const declaration = { version, target, format: '.bin', sizeBytes: bytes.length, sha256: sha256Of(bytes) };
  const { artifact, ticket } = await drafts.declare(caller, declaration);
  await put(ticket.url, ticket.headers, bytes);
  return blobContentOf(artifact);
};

/** A draft with its bytes; for every second one, a failed publish has moved them. */
const makeDraft = async (node: Node, version: string, isMoved: boolean) => {
  const bytes = randomBytes(2000);
  const { id } = await node.drafts.createDraft(caller, { version });
  const content = await upload(node, version, bytes);
  if (isMoved) {
    const verified = await node.blobs.verify(content);
    assert.ok(typeof verified === 'object');
    await node.blobs.keep(content, verified);
  }
  return { id, version, bytes };
};

const publish = async ({ publishing }: Node, id: string): Promise<string> => {
  try {
    return (await publishing.publish(caller, id)).release.state;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

const collect = async ({ housekeeping }: Node): Promise<void> => {
  await housekeeping.sweepLeftovers();
  await housekeeping.removeStaleUploads();
  await housekeeping.removeOrphans();
};

const checkBytes = async ({ store, blobs }: Node, id: string): Promise<void> => {
  const release = await store.findRelease('hello', id);
  assert.equal(release?.state, 'published');
  for (const artifact of release.artifacts)
    assert.ok(await blobs.scrub(blobContentOf(artifact)), 'published means that the bytes are there');
};

const race = (open: () => Promise<Drivers>): void => {
  let aheadSeconds = 0;
  const clock: Clock = {
    now: () => systemClock.in(aheadSeconds),
    in: (seconds) => systemClock.in(aheadSeconds + seconds),
  };

  test(`${rounds} times ${draftsEach} idle drafts are published and collected at once`, async (t) => {
    const nodes = [createNode(await open(), clock), createNode(await open(), clock)] as const;
    const outcomes: Record<string, number> = {};
    try {
      await nodes[0].appAdmin.createApp({ slug: 'hello' }, admin);
      for (let round = 0; round < rounds; round++) {
        const drafts = await Promise.all(
          Array.from({ length: draftsEach }, (_, i) => makeDraft(nodes[0], `${round}.0.${i}`, i % 2 === 0)),
        );
        aheadSeconds += idleSeconds;
        const publishing = drafts.map(({ id }, i) => publish(nodes[i % 3 === 0 ? 0 : 1], id));
        const [results] = await Promise.all([Promise.all(publishing), ...nodes.map(collect)]);
        for (const [i, result] of results.entries()) {
          outcomes[result] = (outcomes[result] ?? 0) + 1;
          const { id = '', version = '', bytes = Buffer.alloc(0) } = drafts[i] ?? {};
          if (result === 'published') continue;
          assert.equal(result, 'uploads-incomplete');
          await upload(nodes[1], version, bytes);
          assert.equal(await publish(nodes[1], id), 'published');
        }
        await Promise.all(nodes.map(collect));
        for (const { id } of drafts) await checkBytes(nodes[1], id);
      }
    } finally {
      for (const { store, blobs } of nodes) await Promise.all([store.close(), blobs.close()]);
    }
    t.diagnostic(JSON.stringify(outcomes));
  });
};

describe('on SQLite and files', () => {
  let folder: TemporaryFolder;
  before(async () => {
    folder = await openFolder('collecting');
  });
  after(() => folder.remove());
  race(async () => {
    const place = { root: join(folder.path, 'blobs'), uploadUrl: 'http://localhost:2' };
    const blobs = await openFileBlobs({ ...place, secret: 'of this test', now: Date.now });
    const store = await openSqlite({ file: join(folder.path, 'slipway.db') });
    return { store, blobs, put: inboxPut(blobs) };
  });
});

describe('on PostgreSQL and S3', () => {
  let engines: BackendServers;
  before(async () => {
    engines = await startBackends();
  });
  after(() => engines.stop());
  race(async () => {
    const { s3, database } = engines;
    const blobs = await openS3Blobs({ ...s3, credentials: s3, pathStyle: true, sse: 'AES256' });
    const put = async (url: string, headers: Record<string, string>, body: Uint8Array) => {
      const { status } = await fetch(url, { method: 'PUT', headers, body: Buffer.from(body) });
      assert.equal(status, 200);
    };
    return { store: await openPostgres({ url: database }), blobs, put };
  });
});
