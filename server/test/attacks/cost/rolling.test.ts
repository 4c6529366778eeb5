import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import type { App } from '../../../src/domain/model/app.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { defaultBrakes, type Rollout } from '../../../src/domain/model/rollout.ts';
import { makeSite, type Site } from '../../../src/domain/model/site.ts';
import { compareCosts, createHandler, requestOf } from './handler.ts';

/*
 * The cost that a rollout adds to a check: the handler alone, for a rolling and a plain channel, in alternating rounds.
 * The goal is at most 2 µs of CPU time; the test fails at twice that.
 */

const checks = 20_000;
const most = 4;

const artifact = { target: 'linux-x86_64', state: 'active', sha256: 'a'.repeat(64), sizeBytes: 1, facts: {} };

const releaseOf = (version: string, sequence: number, rollout?: Rollout): ReleaseWithArtifacts =>
  ({
    ...{ id: `rel_${sequence}`, app: 'hello', channel: 'stable', version, notes: '', state: 'published' },
    ...{ pubDate: '2026-01-01T00:00:00.000Z', sequence, policy: {}, artifacts: [artifact], rollout },
  }) as unknown as ReleaseWithArtifacts;

const rollout = {
  ...{
    releaseId: 'rel_2',
    seed: 7,
    permille: 100,
    state: 'rolling',
    stopped: undefined,
    steps: [],
    round: 0,
  },
  ...{
    withoutId: 'network',
    capReached: false,
    fleetSize: 100_000,
    cohorts: ['qa'],
    manual: true,
    rescue: true,
  },
  ...{ newInstalls: false, brakes: defaultBrakes, brakedTargets: [] },
} as unknown as Rollout;

const siteOf = (...releases: ReleaseWithArtifacts[]): Site =>
  makeSite(
    { host: 'hello.localhost', baseUrl: 'http://hello.localhost', channels: ['stable'] },
    { slug: 'hello', adapter: 'rest', checkCaching: 'public', extras: false } as App,
    releases,
  );

const compare = (requests: readonly IncomingMessage[]) => {
  const plain = createHandler(siteOf(releaseOf('1.1.0', 1)));
  const rolling = createHandler(siteOf(releaseOf('2.0.0', 2, rollout), releaseOf('1.1.0', 1)));
  return compareCosts({ plain, other: rolling }, requests, { checks });
};

const many = <T>(make: (index: number) => T): T[] => Array.from({ length: 5000 }, (_, index) => make(index));
const idOf = (index: number): string => `0b9d1f0e-6b43-4c9b-8a55-${String(index).padStart(12, '0')}`;

describe('a check while rolling', () => {
  const cases: Record<string, readonly IncomingMessage[]> = {
    'by an id in a header': many((index) => requestOf('1.0.0', { 'slipway-client': idOf(index) })),
    'by an id in the query': many((index) => requestOf(`1.0.0?client=${idOf(index)}`)),
    'by its network': many((index) => requestOf('1.0.0', {}, `203.0.${index >> 8}.${index & 255}`)),
    'of a tester': [requestOf('1.0.0', { 'slipway-client': idOf(1), 'slipway-cohort': 'qa' })],
  };
  for (const [what, requests] of Object.entries(cases))
    test(`${what} adds at most 2 µs`, async (t) => {
      const { added, plain, other } = await compare(requests);
      t.diagnostic(`${added.toFixed(3)} µs: ${other.toFixed(3)} instead of ${plain.toFixed(3)}`);
      assert.ok(added < most, `${added} µs`);
    });
});
