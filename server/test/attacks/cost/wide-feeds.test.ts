import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { feeds as registered } from '../../../src/adapters/registry.ts';
import type { App } from '../../../src/domain/model/app.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { createFeeds } from '../../../src/http/feeds/feeds.ts';
import { createPageCache } from '../../../src/http/pages/page-cache.ts';
import { artifactNamed, releaseNamed, rolloutOf } from '../../decision/worlds.ts';
import { uncounted } from '../../node/off-heap.ts';

/*
 * Documents of an app with a hundred releases for a hundred targets, each with the longest rules: a request must not
 * delay others.
 */

const count = 100;
const except = (number: number) => Array.from({ length: 100 }, (_, index) => `0.${number}.${index}`);
const facts = { sha512: `${'a'.repeat(86)}==` };
const targets = ['darwin-x86_64', ...Array.from({ length: count - 1 }, (_, n) => `darwin-b${n}-x86_64`)];

const releases: ReleaseWithArtifacts[] = Array.from({ length: count }, (_, index) => {
  const number = count - index;
  const more = { format: '.zip', signature: `${'A'.repeat(86)}==` };
  const artifacts = targets.map((target) =>
    artifactNamed(target, { ...more, facts: { ...facts, minimumSystem: `${index + 5}` } }),
  );
  const rollout = index < 16 ? { rollout: rolloutOf(`rel_${number}`) } : {};
  const policy = { from: { except: except(index) } };
  return releaseNamed(`${number}.0.0`, number, { artifacts, policy, ...rollout });
});

const links = {
  feed: '/feeds/:feed/:channel/*',
  files: '/feeds/files/:channel/:version/:target/:fileName',
  download: '/releases/download/:releaseId/:target',
};

const openFeeds = () => {
  const site = makeSite(
    { host: 'acme.localhost', baseUrl: 'http://acme.localhost', channels: ['stable'] },
    { slug: 'acme', publicSlug: 'acme' } as App,
    releases,
  );
  const feeds = createFeeds({
    ...{ feeds: registered, links, cache: createPageCache(), queue: (_name, work) => work() },
    releaseQueries: { listPublished: async (_app, { limit }) => releases.slice(0, limit) },
    ...{ readClient: () => ({ id: 'someone', system: '1' }), counted: uncounted },
  });
  return async (id: string, rest: string): Promise<void> => {
    const ask = feeds.parse({ id, channel: 'stable', rest, query: '' });
    assert.ok(ask?.kind === 'document');
    await feeds.read({ site, request: { headers: {} } as IncomingMessage }, id, ask);
  };
};

/** The minimum CPU milliseconds of one of several requests. */
const leastCost = async (id: string, restOf: (number: number) => string): Promise<number> => {
  const ask = openFeeds();
  let least = Number.POSITIVE_INFINITY;
  for (let number = 0; number < 6; number++) {
    const before = process.cpuUsage();
    await ask(id, restOf(number));
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
};

describe('a document of a hundred releases for a hundred targets', () => {
  const cases: Record<string, [most: number, rest: (number: number) => string]> = {
    sparkle: [100, () => 'darwin/appcast.xml'],
    electron: [150, (number) => `from/0.1.${number}/latest-mac.yml`],
    squirrel: [150, (number) => `darwin-x64/0.1.${number}`],
  };
  for (const [id, [most, rest]] of Object.entries(cases))
    test(`of ${id} is planned once and found quickly for each client`, async (t) => {
      const cost = await leastCost(id, rest);
      t.diagnostic(`${cost} ms`);
      assert.ok(cost < most, `${cost} ms`);
    });
});
