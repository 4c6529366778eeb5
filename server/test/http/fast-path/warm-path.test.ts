import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readFreshMetrics } from '../../../../lab/metric.ts';
import { createPublisher, createTestApp, type Running, startService, type TestApp } from '../../harness.ts';

/* A check never waits for the database, as the timings of the store show. */

const jobs = [
  'touchKeys',
  'addUsage',
  'addFleet',
  'deleteFleetBefore',
  'mergeSketches',
  'deleteIdleNodes',
  'ping',
];
const others = [...jobs, 'sizeBytes'];

describe('the warm path', () => {
  let service: Running;
  let app: TestApp;
  before(async () => {
    service = await startService();
    app = await createTestApp(service);
    await createPublisher(service, app).release({ version: '1.0.0' }, [
      { target: 'linux-x86_64', bytes: Buffer.from('bytes') },
    ]);
  });
  after(() => service.stop());

  /** Calls by operation, without those of jobs and of the metrics endpoint itself. */
  const databaseCalls = async (): Promise<Map<string, number>> => {
    const text = await readFreshMetrics(async () => (await service.api('/metrics', { key: '' })).text());
    const found = [...text.matchAll(/^slipway_database_seconds_count\{operation="(\w+)"\} (\d+)/gm)];
    const reads = found.filter(([, operation]) => !others.includes(operation ?? ''));
    return new Map(reads.map(([, operation = '', count]) => [operation, Number(count)]));
  };

  const ask = async (times: number): Promise<Set<number>> => {
    const statuses = new Set<number>();
    for (let i = 0; i < times; i++) {
      const version = i % 2 === 0 ? '0.9.0' : '1.0.0';
      statuses.add((await service.site(app.slug, `/releases/stable/linux/x86_64/${version}`)).status);
      statuses.add((await service.site(app.slug, `/releases/v1/apps/${app.slug}/latest`)).status);
    }
    return statuses;
  };

  test('a thousand checks make no database calls', async () => {
    await ask(1);
    const before = await databaseCalls();
    assert.ok((before.get('findAppByPublicSlug') ?? 0) > 0, 'calls are counted');
    assert.deepEqual(await ask(500), new Set([200, 204]));
    assert.deepEqual(await databaseCalls(), before);
  });

  test('new versions, unknown targets and unknown channels make no database calls either', async () => {
    const before = await databaseCalls();
    for (const path of ['stable/linux/x86_64/0.0.1-never-seen', 'stable/beos/m68k/1', 'none/linux/x86_64/1'])
      assert.ok((await service.site(app.slug, `/releases/${path}`)).status < 300, path);
    assert.deepEqual(await databaseCalls(), before);
  });
});
