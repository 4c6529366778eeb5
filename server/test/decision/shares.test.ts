import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { admitToRollout } from '../../src/domain/decision/rollout-bucketing.ts';
import type { Client } from '../../src/domain/model/offer.ts';
import type { Rollout } from '../../src/domain/model/rollout.ts';
import { createRandom } from './random.ts';
import { rolloutOf } from './worlds.ts';

const count = 10_000;
const nobody: ReadonlySet<string> = new Set();
const random = createRandom(2026);
const seeds = Array.from({ length: 20 }, () => random.below(2 ** 32));

const isIn = (rollout: Rollout, client: Client): boolean => 'by' in admitToRollout(rollout, client, nobody);
const clientsBy = (clientOf: (number: number) => Client): Client[] =>
  Array.from({ length: count }, (_, number) => clientOf(number));

const fleets = {
  ids: clientsBy((number) => ({ id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` })),
  networks: clientsBy((number) => ({ network: `203.0.${number >> 8}.${number & 255}` })),
};

describe('the share of clients that a rollout lets in', () => {
  for (const [kind, clients] of Object.entries(fleets))
    for (const permille of [10, 100, 500])
      test(`is the one asked for, within 4 σ: ${permille / 10} % by ${kind}`, () => {
        const share = permille / 1000;
        const limit = 4 * Math.sqrt(count * share * (1 - share));
        for (const seed of kind === 'ids' ? seeds : seeds.slice(0, 4)) {
          const within = clients.filter((client) =>
            isIn(rolloutOf('rel', { seed, permille }), client),
          ).length;
          assert.ok(Math.abs(within - count * share) <= limit, `seed ${seed}: ${within} of ${count}`);
        }
      });

  test('grows: whoever was in stays in, up to everyone', () => {
    for (const clients of Object.values(fleets)) {
      let before = new Set<Client>();
      for (const permille of [0, 1, 10, 100, 500, 999, 1000]) {
        const now = new Set(
          clients.filter((client) => isIn(rolloutOf('rel', { seed: 7, permille }), client)),
        );
        for (const client of before) assert.ok(now.has(client));
        before = now;
      }
      assert.equal(before.size, count);
    }
  });

  test('are others for every seed, and the same for the same', () => {
    const groups = [1, 2, 1].map((seed) =>
      fleets.ids.filter((client) => isIn(rolloutOf('rel', { seed, permille: 100 }), client)),
    );
    assert.deepEqual(groups[0], groups[2]);
    const first = new Set(groups[0]);
    const both = groups[1]?.filter((client) => first.has(client)).length ?? 0;
    assert.ok(both > 60 && both < 140, `${both} of about 100`);
  });
});
