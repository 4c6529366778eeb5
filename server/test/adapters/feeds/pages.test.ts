import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { feeds as registered } from '../../../src/adapters/registry.ts';
import type { App } from '../../../src/domain/model/app.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { createClientReader } from '../../../src/http/client/client-hints.ts';
import { createFeeds } from '../../../src/http/feeds/feeds.ts';
import { createPageCache } from '../../../src/http/pages/page-cache.ts';
import { uncounted } from '../../node/off-heap.ts';
import { rolloutOf } from './rolling.ts';
import { artifactOf, releaseOf } from './stage.ts';
import { fullOf } from './velopack-stage.ts';

/* Responses at document addresses, and how they are cached. */

const links = {
  ...{ feed: '/feeds/:feed/:channel/*', download: '/releases/download/:releaseId/:target' },
  files: '/feeds/files/:channel/:version/:target/:fileName',
};
const latest = '/feeds/electron/stable/latest.yml';

const built = (sequence: number, version: string, more: Partial<ReleaseWithArtifacts> = {}) =>
  releaseOf(
    version,
    [
      artifactOf('windows-x86_64', '.exe', { facts: { sha512: `${'a'.repeat(86)}==` } }),
      fullOf('windows-nupkg-x86_64', `App-${version}-full.nupkg`),
    ],
    { sequence, ...more },
  );

const openEdge = (...releases: ReleaseWithArtifacts[]) => {
  const cache = createPageCache();
  const feeds = createFeeds({
    ...{ feeds: registered, links, cache, readClient: createClientReader(undefined), counted: uncounted },
    releaseQueries: { listPublished: async () => releases },
    queue: (_name, work) => work(),
  });
  const address = { host: 'acme.localhost', baseUrl: 'http://acme.localhost' };
  const site = makeSite(address, { slug: 'acme', publicSlug: 'acme' } as App, releases);

  /** Like the fast path: from the cache, otherwise by route. */
  const ask = async (url: string, headers: Record<string, string> = {}) => {
    const request = { url, headers, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage;
    const [path = '', query = ''] = url.split('?');
    const [, , id = '', channel = '', ...rest] = path.split('/');
    const parsed = feeds.parse({ id, channel, rest: rest.join('/'), query });
    const cached = feeds.find({ site, request }, url)?.answer;
    const answer =
      cached ?? (parsed?.kind === 'document' ? await feeds.read({ site, request }, id, parsed) : undefined);
    const text = answer?.body.toString() ?? '';
    const version = /^version: "(.*)"/.exec(text)?.[1];
    return {
      text,
      version,
      isQuick: cached !== undefined,
      head: JSON.stringify(answer?.head),
      etag: answer?.etag,
    };
  };
  return { ask, cachedBytes: () => cache.stats().bytes };
};

describe('documents of a channel with a rollout', () => {
  const rolling = () => openEdge(built(2, '2.0.0', { rollout: rolloutOf(500) }), built(1, '1.0.0'));

  test('offer each client ID what the decision returns, from the cache after the first request', async () => {
    const { ask } = rolling();
    const ids = Array.from({ length: 200 }, (_, index) => `id-${index}`);
    const counts = new Map<string, number>();
    for (const id of ids) {
      const { version = '' } = await ask(latest, { 'x-user-staging-id': id });
      assert.equal((await ask(`${latest}?noCache=1`, { 'slipway-client': id })).version, version);
      assert.equal((await ask(`${latest}?client=${id}`)).version, version);
      counts.set(version, (counts.get(version) ?? 0) + 1);
    }
    assert.deepEqual([...counts.keys()].sort(), ['1.0.0', '2.0.0']);
    assert.ok(Math.abs((counts.get('2.0.0') ?? 0) - 100) < 40);
    assert.ok((await ask(latest, { 'slipway-client': 'id-0' })).isQuick);
  });

  test('are private, with an ETag per variant', async () => {
    const { ask } = rolling();
    const [inside, outside] = [await ask(latest, { 'slipway-cohort': 'qa' }), await ask(latest)];
    assert.deepEqual([inside.version, outside.version], ['2.0.0', '1.0.0']);
    assert.notEqual(inside.etag, outside.etag);
    for (const { head } of [inside, outside]) assert.match(head, /private, no-cache/);
  });

  test('do not use more memory with more clients', async () => {
    const { ask, cachedBytes } = rolling();
    for (const cohort of ['qa', 'none']) await ask(latest, { 'slipway-cohort': cohort });
    const before = cachedBytes();
    for (let index = 0; index < 2000; index += 1)
      await ask(`/feeds/electron/stable/from/1.${index}.0/latest.yml?client=${index}&system=${index}`);
    assert.equal(cachedBytes(), before);
  });

  test('are public if they depend only on the address', async () => {
    const withHeldTarget = openEdge(
      built(2, '2.0.0', { policy: { heldTargets: ['windows-x86_64'] } }),
      built(1, '1.0.0'),
    );
    const { version, head } = await withHeldTarget.ask(latest, { 'slipway-cohort': 'qa' });
    assert.equal(version, '1.0.0');
    assert.match(head, /public, max-age=60, s-maxage=300/);
    const plain = openEdge(
      built(2, '2.0.0', { rollout: rolloutOf(1000, { state: 'done' }) }),
      built(1, '1.0.0'),
    );
    assert.match((await plain.ask(latest)).head, /public, max-age=60, s-maxage=300/);
  });

  test('omit the release while its rollout is paused', async () => {
    const { ask } = openEdge(
      built(2, '2.0.0', { rollout: rolloutOf(900, { state: 'paused' }) }),
      built(1, '1.0.0'),
    );
    for (const headers of [{}, { 'slipway-cohort': 'qa' }, { 'slipway-check': 'manual' }])
      assert.equal((await ask(latest, headers as Record<string, string>)).version, '1.0.0');
  });

  test('use the version in the address if the client sends none', async () => {
    const { ask } = openEdge(
      built(3, '3.0.0', { policy: { from: { except: ['2.0.0'] } } }),
      built(2, '2.0.0', { policy: { milestone: { reason: 'It moves the data.' } } }),
      built(1, '1.0.0'),
    );
    const from = async (version: string) =>
      (await ask(`/feeds/electron/stable/from/${version}/latest.yml`)).version;
    assert.deepEqual(
      [await from('1.0.0'), await from('2.0.0'), await from('2.1.0')],
      ['2.0.0', '2.0.0', '3.0.0'],
    );
    assert.equal((await ask(latest)).version, '3.0.0');
  });

  test('of a channel without a rollout are cached by path for all clients', async () => {
    const { ask, cachedBytes } = openEdge(built(2, '2.0.0'), built(1, '1.0.0'));
    const first = await ask(latest);
    await ask(latest);
    const before = cachedBytes();
    for (const id of ['a', 'b'])
      assert.deepEqual({ ...(await ask(latest, { 'slipway-client': id })), isQuick: false }, first);
    assert.equal(cachedBytes(), before);
  });
});
