import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { bounds } from '../../../src/domain/nouns/bounds.ts';
import type { Transaction } from '../../../src/domain/ports/store.ts';
import { openSqlite } from '../../../src/drivers/sqlite.ts';
import { artifactOf, at, draftOf } from '../../conformance/store/fixtures.ts';
import { createTestApp, type TestApp } from '../../harness.ts';
import { costOfChecks, useMetered } from './meter.ts';

/* An app whose every release is as heavy as it may be, and then some: written past the API, as one of 0.1 could be. */

const MiB = 1024 * 1024;
const artifactsEach = 200;
const signature = 's'.repeat(32 * 1024);
const releaseBytes = artifactsEach * signature.length;
const checkMost = 50;

const addHeavy = async (tx: Transaction, app: string, version: string): Promise<string> => {
  const release = draftOf(app, version, { notes: 'n'.repeat(64 * 1024) });
  await tx.insertRelease(release);
  for (let index = 0; index < artifactsEach; index++)
    // Each release has one target that no other has, so that all of them can be offered.
    await tx.putArtifact(
      artifactOf(release.id, index === 0 ? `only-${version}` : `target-${index}`, { signature }),
    );
  return release.id;
};

const publishHeavy = async (tx: Transaction, app: string, version: string): Promise<void> => {
  const id = await addHeavy(tx, app, version);
  const sequence = await tx.raiseGeneration(app);
  const { artifacts } = (await tx.findRelease(app, id)) ?? { artifacts: [] };
  const kept = new Map(artifacts.map((one) => [one.id, { store: 'files', seal: 'x', uploadedAt: at(3) }]));
  assert.ok(await tx.publishDraft(id, { revision: 0, at: at(3), sequence, kept }));
};

describe('lists of heavy releases', () => {
  const service = useMetered();
  let heavy: TestApp;
  let other: TestApp;
  const count = 16;

  before(async () => {
    [heavy, other] = [await createTestApp(service()), await createTestApp(service())];
    const store = await openSqlite({ file: join(service().folder, 'slipway.db') });
    for (let index = 0; index < count; index++) {
      await store.transaction((tx) => addHeavy(tx, heavy.slug, `0.${index}.0`));
      await store.transaction((tx) => publishHeavy(tx, heavy.slug, `1.${index}.0`));
    }
    await store.close();
  });

  const check = () => service().site(other.slug, '/releases/stable/linux/x86_64/0.1.0');

  /** Does something, and tells what it came to, what is held after it, and how long checks waited meanwhile. */
  const metered = async <T>(action: () => Promise<T>): Promise<T> => {
    await check();
    const before = await service().heldBytes();
    let isDone = false;
    const checks = (async () => {
      let slowest = 0;
      while (!isDone) slowest = Math.max(slowest, await costOfChecks(service(), 1, check));
      return slowest;
    })();
    const result = await action().finally(() => {
      isDone = true;
    });
    const slowest = await checks;
    const grown = (await service().heldBytes()) - before;
    assert.ok(slowest < checkMost, `a check waited for ${slowest} ms of the main thread`);
    assert.ok(grown < 64 * MiB, `${grown} bytes more are held`);
    return result;
  };

  interface Page {
    releases: { version: string; artifacts: { signature: string }[] }[];
    next: string | null;
  }

  test('a page of a list ends by its bytes, and the next goes on', async () => {
    const versions = await metered(async () => {
      const seen: string[] = [];
      let next: string | null = '';
      while (next !== null) {
        const path: string = `/v1/apps/${heavy.slug}/releases?limit=100&cursor=${next}`;
        const reply = await service().api(path);
        assert.equal(reply.status, 200);
        assert.ok(reply.body.length < bounds.readBytes + 1.2 * releaseBytes, `${reply.body.length} bytes`);
        const page = reply.json<Page>();
        for (const { version, artifacts } of page.releases) {
          seen.push(version);
          assert.equal(artifacts[0]?.signature.length, signature.length, 'signatures are kept');
        }
        next = page.next;
      }
      return seen;
    });
    assert.equal(versions.length, 2 * count);
    assert.equal(new Set(versions).size, 2 * count);
  });

  test('a public history ends by its bytes', async () => {
    const reply = await metered(() =>
      service().site(heavy.slug, `/releases/v1/apps/${heavy.slug}/releases?limit=100`),
    );
    assert.equal(reply.status, 200);
    assert.ok(reply.body.length > 4 * MiB && reply.body.length < bounds.historyBytes + 1.2 * releaseBytes);
    assert.equal(reply.json<Page>().releases[0]?.version, `1.${count - 1}.0`);
  });

  test('explain looks at what that holds, and answers', async () => {
    const query = `channel=stable&target=target&arch=1&currentVersion=0.1.0`;
    const reply = await metered(() => service().api(`/v1/apps/${heavy.slug}/explain?${query}`));
    assert.equal(reply.status, 200);
  });

  test('checks of the app itself are answered, and its site is bounded', async () => {
    const reply = await metered(() => service().site(heavy.slug, '/releases/stable/target/1/0.1.0'));
    assert.equal(reply.status, 200);
    assert.equal(reply.json<{ version: string }>().version, `1.${count - 1}.0`);
  });
});
