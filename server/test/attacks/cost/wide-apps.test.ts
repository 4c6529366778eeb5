import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feeds } from '../../../src/adapters/registry.ts';
import { createPlanner, planFor } from '../../../src/domain/decision/planner.ts';
import { createLatestLinks } from '../../../src/domain/delivery/latest-links.ts';
import { listCurrentOffers } from '../../../src/domain/explain/current-offers.ts';
import { createEffectPreviews } from '../../../src/domain/explain/effects.ts';
import { createFeedExplanations } from '../../../src/domain/explain/explain-feed.ts';
import type { App } from '../../../src/domain/model/app.ts';
import { bounds } from '../../../src/domain/model/bounds.ts';
import type { Channel } from '../../../src/domain/model/channel.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { forecastRollout } from '../../../src/domain/rollouts/forecast.ts';
import { artifactNamed, releaseNamed, rolloutOf } from '../../decision/worlds.ts';

/*
 * An app with ten thousand targets, each release with unique ones, as one publish key can create. Summaries over all
 * targets must not scan all releases for each.
 */

const releases = Array.from({ length: 50 }, (_, index) => {
  const number = 50 - index;
  const artifacts = Array.from({ length: 200 }, (_, at) => artifactNamed(`linux-b${number}x${at}-x86_64`));
  return releaseNamed(`${number}.0.0`, number, { artifacts });
});
const [newest] = releases;
const app = { slug: 'wide', publicSlug: 'wide', name: 'Wide', page: true, checkCaching: 'public' } as App;
const named = (name: string, alsoOffers?: string) =>
  ({ name, alsoOffers, isActive: true }) as unknown as Channel;
const channels = [named('stable'), ...Array.from({ length: 63 }, (_, at) => named(`c${at}`, 'stable'))];
const alsoOffers = new Map(channels.flatMap((one) => (one.alsoOffers ? [[one.name, 'stable']] : [])));
const site = makeSite(
  { host: 'wide.localhost', baseUrl: '', channels: channels.map(({ name }) => name), alsoOffers },
  app,
  releases,
);

/** The minimum CPU milliseconds of an action. */
const leastCost = async (act: () => unknown): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 4; time++) {
    const before = process.cpuUsage();
    await act();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
};

/** The longest delay of other work, in CPU milliseconds. */
const createTurns = () => {
  let [longest, count, since] = [0, 0, process.cpuUsage()];
  return {
    rest: async () => {
      const { user, system } = process.cpuUsage(since);
      longest = Math.max(longest, (user + system) / 1000);
      count += 1;
      since = process.cpuUsage();
    },
    begin: () => {
      [longest, count, since] = [0, 0, process.cpuUsage()];
    },
    stats: () => ({ longest, count }),
  };
};

const store = {
  findApp: async () => app,
  listChannels: async () => channels,
  listCandidates: async () => releases,
  listVersions: async () => [],
  listSigningKeys: async () => [],
  findRelease: async () => newest,
  sumDownloads: async () => [],
  sumFleet: async () => [],
};

describe('an app with ten thousand targets', () => {
  test('lists a bounded number of offers quickly', async (t) => {
    assert.equal(listCurrentOffers(site).length, bounds.listedOffers);
    const cost = await leastCost(() => listCurrentOffers(site));
    t.diagnostic(`${cost} ms`);
    assert.ok(cost < 300, `${cost} ms`);
  });

  test('has a page with the newest files', async (t) => {
    const { filesOf } = createLatestLinks();
    const files = filesOf(site, 'stable');
    assert.equal(files.length, bounds.pageFiles);
    assert.ok(files.every(({ release }) => release === newest));
    const cost = await leastCost(() => filesOf(site, 'stable'));
    t.diagnostic(`${cost} ms`);
    assert.ok(cost < 200, `${cost} ms`);
  });

  test('yields to other work while its effects are previewed', async (t) => {
    const turns = createTurns();
    const previews = createEffectPreviews({
      store: store as never,
      clock: { now: () => '2026-01-02T00:00:00.000Z', in: () => '2026-01-01T00:00:00.000Z' },
      reviews: { review: async () => [] },
      usageMeter: { flush: async () => undefined },
      checkCounts: { flush: async () => undefined },
      rest: turns.rest,
    });
    const waits: number[] = [];
    for (let time = 0; time < 3; time++) {
      turns.begin();
      const { effects } = await previews.previewEffects('wide', newest?.id ?? '', { verb: 'withdraw' });
      assert.equal(effects.length, 64 * 200);
      waits.push(turns.stats().longest);
    }
    assert.equal(turns.stats().count, 64);
    t.diagnostic(`${waits} ms`);
    assert.ok(Math.min(...waits) < 200, `${waits} ms`);
  });

  test('yields to other work while its feeds are listed', async (t) => {
    const turns = createTurns();
    const two = { ...site, channels: new Map([...site.channels].slice(0, 2)) };
    const { listFeeds: list } = createFeedExplanations({
      ...{ siteOf: async () => two, store: store as never, feeds, rest: turns.rest },
    });
    const cost = await leastCost(() => list('wide'));
    t.diagnostic(`${cost} ms`);
    assert.equal(turns.stats().count, 4 * 2 * feeds.length);
    assert.ok(cost < 300, `${cost} ms`);
  });

  test('yields to other work while its rollout is simulated', async (t) => {
    const turns = createTurns();
    const [release, ...others] = releases;
    assert.ok(release);
    const stage = { release: { ...release, rollout: rolloutOf(release.id) }, source: site };
    const parts = others.flatMap(({ artifacts }) =>
      artifacts.slice(0, 4).map(({ target }) => ({ target, version: '0.1.0', checks: 5, withId: 5 })),
    );
    const cost = await leastCost(() => forecastRollout(stage, parts, { fleetSize: 1000, rest: turns.rest }));
    t.diagnostic(`${cost} ms`);
    assert.ok(turns.stats().count >= 4 * 5);
    assert.ok(cost < 1000, `${cost} ms`);
  });

  test('has the same plan for one target as for many', () => {
    const plan = createPlanner(site);
    for (const channel of ['stable', 'c1'])
      for (const target of ['linux-b50x0-x86_64', 'linux-b1x199-x86_64', 'nothing'])
        assert.deepEqual(plan({ channel, target }), planFor(site, { channel, target }));
  });
});
