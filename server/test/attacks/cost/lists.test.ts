import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { createTestApp, type TestApp } from '../../harness.ts';
import { makeHeavy, releaseBytes, signature } from './heavy.ts';
import { costOfChecks, leastCostOf, useMetered } from './meter.ts';

const MiB = 1024 * 1024;
const checkMost = 50;
const tries = 5;

describe('lists of heavy releases', () => {
  const service = useMetered();
  let heavy: TestApp;
  let other: TestApp;
  const count = 16;

  before(async () => {
    [heavy, other] = [await createTestApp(service()), await createTestApp(service())];
    await makeHeavy(service(), heavy.slug, count);
  });

  const check = () => service().site(other.slug, '/releases/stable/linux/x86_64/0.1.0');

  /** Runs an action; returns its result, the delay of checks meanwhile, and the memory held after it. */
  const meter = async <T>(action: () => Promise<T>) => {
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
    return { result, slowest, grown: (await service().heldBytes()) - before };
  };

  /** The same with limits, as the best of several tries, to exclude CPU contention. */
  const metered = async <T>(action: () => Promise<T>): Promise<T> => {
    for (let time = 1; ; time++) {
      const { result, slowest, grown } = await meter(action);
      const isWithin = slowest < checkMost && grown < 64 * MiB;
      if (isWithin || time === tries) {
        assert.ok(slowest < checkMost, `a check waited for ${slowest} ms of the main thread`);
        assert.ok(grown < 64 * MiB, `${grown} bytes more are held`);
        return result;
      }
    }
  };

  interface Page {
    releases: { version: string; artifacts: { signature: string }[] }[];
    next: string | null;
  }

  test('a page of a list is limited by bytes, and the next page continues', async () => {
    const versions = await metered(async () => {
      const listed: string[] = [];
      let next: string | null = '';
      while (next !== null) {
        const path: string = `/v1/apps/${heavy.slug}/releases?limit=100&cursor=${next}`;
        const reply = await service().api(path);
        assert.equal(reply.status, 200);
        assert.ok(reply.body.length < bounds.readBytes + 1.2 * releaseBytes, `${reply.body.length} bytes`);
        const page = reply.json<Page>();
        for (const { version, artifacts } of page.releases) {
          listed.push(version);
          assert.equal(artifacts[0]?.signature.length, signature.length, 'signatures are kept');
        }
        next = page.next;
      }
      return listed;
    });
    assert.equal(versions.length, 2 * count);
    assert.equal(new Set(versions).size, 2 * count);
  });

  test('a public history is limited by bytes', async () => {
    const reply = await metered(() =>
      service().site(heavy.slug, `/releases/v1/apps/${heavy.slug}/releases?limit=100`),
    );
    assert.equal(reply.status, 200);
    assert.ok(reply.body.length > 4 * MiB && reply.body.length < bounds.historyBytes + 1.2 * releaseBytes);
    assert.equal(reply.json<Page>().releases[0]?.version, `1.${count - 1}.0`);
  });

  test('the longest history is rendered once for all clients', async () => {
    const path = `/releases/v1/apps/${heavy.slug}/releases?limit=90`;
    const { etag = '' } = (await service().site(heavy.slug, path)).headers;
    const again = async () => {
      const reply = await service().site(heavy.slug, path, { headers: { 'if-none-match': etag } });
      assert.equal(reply.status, 304);
    };
    const cost = await leastCostOf(service(), 10, async () => {
      for (let index = 0; index < 5; index++) await again();
    });
    assert.ok(cost < 50, `five cost ${cost} ms`);
  });

  test('explain reads heavy releases and responds', async () => {
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
