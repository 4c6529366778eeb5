import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { feeds } from '../../src/adapters/registry.ts';
import { readSite } from '../../src/domain/catalog/read-site.ts';
import { createLatestLinks } from '../../src/domain/delivery/latest-links.ts';
import { createEffectPreviews } from '../../src/domain/explain/effects.ts';
import { createFeedExplanations } from '../../src/domain/explain/explain-feed.ts';
import type { Client } from '../../src/domain/model/offer.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/model/release.ts';
import type { Site } from '../../src/domain/model/site.ts';
import { createFeeds } from '../../src/http/feeds/feeds.ts';
import { createPublicPages } from '../../src/http/pages/latest-and-history.ts';
import { createPageCache } from '../../src/http/pages/page-cache.ts';
import type { Reader } from '../adapters/feeds/rolling.ts';
import { createPlainCheck } from '../domain/decision/plain-check.ts';
import type { World } from '../domain/world.ts';
import { uncounted } from '../node/off-heap.ts';
import { app, channels, createRandomApp, host, type RandomApp } from './agreement-world.ts';
import { createRandom, type Random } from './random.ts';

/* A random app, and everything of the server that says what its clients get. */

const links = {
  ...{ feed: '/feeds/:feed/:channel/*', download: '/releases/download/:releaseId/:target' },
  ...{ files: '/feeds/files/:channel/:version/:target/:fileName', check: '', permanent: '', page: '' },
  ...{ latest: '/v1/apps/:publicSlug/latest', history: '/v1/apps/:publicSlug/releases' },
};
const queue = <T>(_name: string, work: () => Promise<T>): Promise<T> => work();
export const rest = async (): Promise<undefined> => undefined;
const request = { url: '', headers: {}, socket: {} } as never;

/** The number of comparisons by kind, and of those that show something. */
export type Counts = Map<string, number>;
export const add = (counts: Counts, name: string, isCounted = true): void => {
  if (isCounted) counts.set(name, (counts.get(name) ?? 0) + 1);
};

export const openServices = ({ siteOf: findSite, store, clock, reviews, usageMeter }: World) => {
  const releaseQueries = store;
  const cache = createPageCache();
  let reader: Client = {};
  const served = createFeeds({
    ...{ feeds, releaseQueries, links, queue, cache, readClient: () => reader, counted: uncounted },
  });
  return {
    check: createPlainCheck(),
    latestLinks: createLatestLinks(),
    pages: createPublicPages({ releaseQueries, links, queue, cache }),
    feedExplanations: createFeedExplanations({ siteOf: findSite, store, feeds, rest }),
    previews: createEffectPreviews({
      ...{ store, clock, reviews, usageMeter, rest, checkCounts: { flush: rest } },
    }),
    /** The version that a feed's document offers a client. */
    readFeed: async (
      site: Site,
      { feed, document, versionIn }: Reader,
      { channel, client }: { channel: string; client: Client },
    ) => {
      reader = client;
      const ask = {
        kind: 'document',
        channel,
        document,
        client: { version: client.currentVersion },
      } as const;
      return versionIn((await served.read({ site, request }, feed, ask))?.body.toString() ?? '');
    },
  };
};
export type Services = ReturnType<typeof openServices>;

export interface Scene extends RandomApp {
  counts: Counts;
  random: Random;
  site: Site;
  services: Services;
  /** The same app as the database has it. */
  read: Site;
  /** All published releases of a channel, last published first. */
  published: ReadonlyMap<string, readonly ReleaseWithArtifacts[]>;
}

export interface Ask {
  channel: string;
  target: string;
  client: Client;
}

export const siteOf = async ({ catalog }: World): Promise<Site> =>
  (await catalog.find(host)) ?? assert.fail();

export const readPublished = async ({ store }: World) =>
  new Map(
    await Promise.all(
      channels.map(
        async (channel) => [channel, await store.listPublished(app, { channel, limit: 1000 })] as const,
      ),
    ),
  );

export const openScene = async (random: Random, number: number, counts: Counts): Promise<Scene> => {
  const made = await createRandomApp(random, number);
  const site = await siteOf(made.world);
  const { store } = made.world;
  const read = await readSite(store, (await store.findApp(app)) ?? assert.fail());
  const published = await readPublished(made.world);
  return { ...made, counts, random, site, read, services: openServices(made.world), published };
};

export const inApps = async (
  count: number,
  seed: number,
  holds: (scene: Scene) => Promise<void>,
): Promise<Counts> => {
  const counts: Counts = new Map();
  for (let number = 0; number < count; number++)
    try {
      await holds(await openScene(createRandom(seed + number), number, counts));
    } catch (error) {
      throw new Error(`app ${number} of seed ${seed}`, { cause: error });
    }
  return counts;
};

/** How often each comparison must have shown something, per app. */
const leastPerApp: Record<string, number> = {
  ...{ 'explain: offered': 10, 'explain: met a rollout': 6, 'explain: file held': 5 },
  ...{ 'check: other channel': 1, 'check: key refused': 6, 'feed: offered': 5, 'feed explain: offered': 3 },
  ...{ 'feed list: offered': 1, 'offers: offered': 3, 'offers: rolling': 0.4, 'effects: changed': 0.3 },
  ...{ 'new installs: linked': 3, 'new installs: not the offer': 0.5, 'simulate: offered': 0.3 },
  ...{ 'skew: behind': 0.3, 'unfit: older release': 3 },
};

/** Prints the counts, and fails if hardly any comparison showed something. */
export const reportCounts = (t: Pick<TestContext, 'diagnostic'>, counts: Counts, apps: number): void => {
  for (const [name, count] of [...counts].sort()) t.diagnostic(`${name}: ${count}`);
  for (const [name, least] of Object.entries(leastPerApp)) {
    const isCompared = counts.has(name.split(':', 1)[0] ?? '');
    const count = counts.get(name) ?? 0;
    assert.ok(!isCompared || count >= apps * least, `only ${count} times ${name}`);
  }
  assert.ok(counts.size > 0, 'nothing was compared');
};
