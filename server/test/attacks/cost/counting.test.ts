import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { createCheckCounts } from '../../../src/domain/fleet/check-counts.ts';
import type { App } from '../../../src/domain/model/app.ts';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { Refusal } from '../../../src/domain/model/errors.ts';
import type { FleetBatch } from '../../../src/domain/model/fleet.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { randomIds, systemClock } from '../../../src/drivers/system.ts';
import { createCheckRecorder } from '../../../src/http/checks/check-counts.ts';
import { createMemoryStore } from '../../memory/store.ts';
import { compareCosts, createHandler, requestOf } from './handler.ts';

/*
 * The cost of counting a check: the handler alone, with and without counting, in alternating rounds. The goal is at
 * most 1 µs of CPU time including client identification; the test fails at twice that. Unpublished versions may cost a
 * few microseconds more.
 */

const checks = 50_000;

const artifact = { target: 'linux-x86_64', state: 'active', sha256: 'a'.repeat(64), sizeBytes: 1, facts: {} };
const release = {
  ...{ id: 'rel_1', app: 'hello', channel: 'stable', version: '1.1.0', notes: '', state: 'published' },
  ...{ pubDate: '2026-01-01T00:00:00.000Z', sequence: 1, policy: {}, artifacts: [artifact] },
} as unknown as ReleaseWithArtifacts;

const site = makeSite(
  {
    ...{ host: 'hello.localhost', baseUrl: 'http://hello.localhost', channels: ['stable'] },
    versions: new Map(['1.0.0', '1.1.0'].map((version) => [version, version])),
    sketched: new Map([['stable', new Set(['1.0.0', '1.1.0'])]]),
  },
  { slug: 'hello', adapter: 'rest' } as App,
  [release],
);

const createHandlers = () => {
  const checkCounts = createCheckCounts({ store: createMemoryStore(), clock: systemClock, ids: randomIds });
  return {
    checkCounts,
    counted: createHandler(
      site,
      createCheckRecorder({ checkCounts, isTrustedProxy: undefined, hashNetworkPrefix: () => 0 }),
    ),
    plain: createHandler(site),
  };
};

const compare = async (requests: readonly IncomingMessage[]) => {
  const { checkCounts, counted, plain } = createHandlers();
  await checkCounts.flush();
  return compareCosts({ plain, other: counted }, requests, { checks, between: checkCounts.flush });
};

const idOf = (n: number): object => ({
  'slipway-client': `0b9d1f0e-6b43-4c9b-8a55-${n.toString(16).padStart(12, '0')}`,
});

describe('counting a check', () => {
  const cases: Record<string, [most: number, requests: readonly IncomingMessage[]]> = {
    'of two versions': [2, [requestOf('1.0.0'), requestOf('1.1.0')]],
    'that sends an id': [2, [requestOf('1.0.0', idOf(1))]],
    'of a thousand clients with ids': [
      2,
      Array.from({ length: 1000 }, (_, n) => requestOf('1.0.0', idOf(n))),
    ],
    'that sends an id in its query': [2, [requestOf('1.0.0?client=0b9d1f0e-6b43-4c9b-8a55-0f3a5bb1f001')]],
    'of ten thousand made-up versions': [6, Array.from({ length: 10_000 }, (_, n) => requestOf(`0.0.${n}`))],
  };
  for (const [what, [most, requests]] of Object.entries(cases))
    test(`${what} adds little`, async (t) => {
      const { added, other, plain } = await compare(requests);
      t.diagnostic(`${added.toFixed(3)} µs: ${other.toFixed(3)} instead of ${plain.toFixed(3)}`);
      assert.ok(added < most, `${added} µs`);
    });

  test('ten thousand made-up versions leave a few rows', async () => {
    const store = createMemoryStore();
    const checkCounts = createCheckCounts({ store, clock: systemClock, ids: randomIds });
    const handle = createHandler(
      site,
      createCheckRecorder({ checkCounts, isTrustedProxy: undefined, hashNetworkPrefix: () => 0 }),
    );
    for (let n = 0; n < 10_000; n++) {
      handle(requestOf(`0.0.${n}`));
      handle(requestOf(`${'x'.repeat(100)}${n}`));
    }
    await checkCounts.flush();
    const rows = await store.listFleet('hello', { from: '2000-01-01', to: '2100-01-01' });
    assert.equal(rows.length, bounds.unpublishedVersionsOfDay + 1);
    assert.equal(
      rows.reduce((sum, row) => sum + row.checks, 0),
      20_000,
    );
  });

  test('a hundred thousand made-up ids leave a sketch of the channel and one of the version', async () => {
    const batches: FleetBatch[] = [];
    const store = { ...createMemoryStore(), addFleet: async (batch: FleetBatch) => void batches.push(batch) };
    const checkCounts = createCheckCounts({ store, clock: systemClock, ids: randomIds });
    await checkCounts.flush();
    const handle = createHandler(
      site,
      createCheckRecorder({ checkCounts, isTrustedProxy: undefined, hashNetworkPrefix: () => 0 }),
    );
    for (let n = 0; n < 100_000; n++) handle(requestOf('1.0.0', idOf(n)));
    await checkCounts.flush();
    assert.deepEqual(
      batches[0]?.sketches.map(({ version, registers }) => [version, registers.byteLength]),
      [
        ['', 1024],
        ['1.0.0', 1024],
      ],
    );
  });

  test('sketches take at most 16 MiB while the database is unavailable', async (t) => {
    const away = async () => {
      throw new Refusal('database-unavailable', 'The database is away.');
    };
    const store = { ...createMemoryStore(), addFleet: away };
    const checkCounts = createCheckCounts({ store, clock: systemClock, ids: randomIds });
    await checkCounts.flush();
    const { counter } = createCheckRecorder({
      checkCounts,
      isTrustedProxy: undefined,
      hashNetworkPrefix: () => 0,
    }).open(site, { channel: 'stable', target: 'linux-x86_64', isTargetOffered: true }, '1.0.0');
    assert.ok(counter);
    const fill = () => {
      for (let app = 0; app < 100; app++)
        for (let channel = 0; channel < 200; channel++) {
          const own = { ...counter, app: `app ${app}`, channel: `channel ${channel}` };
          checkCounts.countCheck(own);
          checkCounts.countClient(own, `client ${app} ${channel}`);
        }
    };
    const before = process.memoryUsage().arrayBuffers;
    for (let flushes = 0; flushes < 5; flushes++) {
      fill();
      await assert.rejects(checkCounts.flush());
    }
    const grown = (process.memoryUsage().arrayBuffers - before) / 2 ** 20;
    t.diagnostic(`${grown.toFixed(1)} MiB`);
    // Sketches being written, sketches being filled, and slack for other allocations.
    assert.ok(grown < (2 * bounds.sketches * 1024) / 2 ** 20 + 4, `${grown} MiB`);
  });
});
