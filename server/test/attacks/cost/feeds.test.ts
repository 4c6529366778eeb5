import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { feeds as registered } from '../../../src/adapters/registry.ts';
import type { App } from '../../../src/domain/model/app.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { createFeeds } from '../../../src/http/feeds/feeds.ts';
import { createPageCache } from '../../../src/http/pages/page-cache.ts';
import { artifactOf, releaseOf } from '../../adapters/feeds/stage.ts';
import { uncounted } from '../../node/off-heap.ts';

/* Feed documents requested with arbitrary query strings: the cache must not grow. */

const many = 10_000;
const links = {
  feed: '/feeds/:feed/:channel/*',
  files: '/feeds/files/:channel/:version/:target/:fileName',
  download: '/releases/download/:releaseId/:target',
};

const nupkg = (version: string) => {
  const facts = { fileName: `Acme-${version}-full.nupkg`, sha1: 'a'.repeat(40) };
  return artifactOf('windows-nupkg-x86_64', '.nupkg', { facts });
};
const releases = ['3.0.0', '2.0.0', '1.0.0'].map((version, index) =>
  releaseOf(
    version,
    [
      artifactOf('windows-x86_64', '.exe', { facts: { sha512: `${'a'.repeat(86)}==` } }),
      artifactOf('darwin-universal', '.zip', { signature: 'signed', facts: { build: '7' } }),
      nupkg(version),
    ],
    { sequence: 3 - index },
  ),
);

const openFeeds = () => {
  const cache = createPageCache();
  const releaseQueries = { listPublished: async () => releases as ReleaseWithArtifacts[] };
  const feeds = createFeeds({
    ...{ feeds: registered, releaseQueries, links, cache, readClient: () => ({}), counted: uncounted },
    queue: (_name, work) => work(),
  });
  const address = { host: 'acme.localhost', baseUrl: 'http://acme.localhost' };
  const site = makeSite(address, { slug: 'acme', publicSlug: 'acme' } as App, releases);

  const request = { headers: {} } as IncomingMessage;

  /** Like the fast path: from the cache, otherwise by route. */
  const ask = async (url: string): Promise<string | undefined> => {
    const [path = '', query = ''] = url.split('?');
    const [, , id = '', channel = '', ...rest] = path.split('/');
    const cached = feeds.find({ site, request }, url);
    if (cached !== undefined) return cached.answer.body.toString();
    const parsed = feeds.parse({ id, channel, rest: rest.join('/'), query });
    return parsed?.kind === 'document'
      ? (await feeds.read({ site, request }, id, parsed))?.body.toString()
      : undefined;
  };
  return { ask, cachedBytes: () => cache.stats().bytes };
};

/** The word in a different mix of upper and lower case for each number: `wInDows`. */
const inMixedCase = (word: string, text: string): string => {
  const number = Number(/\d+/.exec(text)?.[0]);
  return [...word].map((letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter)).join('');
};

/** Addresses with one variable piece, by kind. */
const madeUp: Record<string, (text: string) => string> = {
  'queries of electron-updater': (text) => `/feeds/electron/stable/latest.yml?noCache=${text}`,
  'queries of a static file': (text) => `/feeds/tauri/stable/latest.json?${text}`,
  'queries of an appcast': (text) => `/feeds/sparkle/stable/darwin/appcast.xml?x=${text}`,
  'versions that Squirrel.Windows sends': (text) =>
    `/feeds/squirrel/stable/win32-x64/RELEASES?id=Acme&localVersion=0.${text}.0&arch=amd64`,
  'names that it sends': (text) => `/feeds/squirrel/stable/win32-x64/RELEASES?id=${text}&localVersion=1.0.0`,
  'versions in a path': (text) => `/feeds/squirrel/stable/darwin-x64/0.${text}.0`,
  'versions of no number': (text) => `/feeds/squirrel/stable/darwin-x64/${text}`,
  'versions that Velopack sends': (text) =>
    `/feeds/velopack/stable/releases.win-x64.json?localVersion=0.${text}.0`,
  'unknown machines': (text) =>
    `/feeds/velopack/stable/releases.win.json?rid=${text}&os=${text}&arch=${text}`,
  'names of documents': (text) => `/feeds/velopack/stable/releases.${text}.json`,
  'names of documents with words': (text) => `/feeds/velopack/stable/releases.win-x64-${text}.json`,
  'targets in a path': (text) => `/feeds/velopack/stable/${text}/releases.win.json`,
  'channels in a name': (text) => `/feeds/electron/stable/${text}.yml`,
  'architectures in a name': (text) => `/feeds/electron/stable/latest-linux-${text}.yml`,
  channels: (text) => `/feeds/electron/${text}/latest.yml`,
  'channels before a name with another': (text) => `/feeds/electron/${text}/stable.yml`,
  'spellings of a target': (text) =>
    `/feeds/sparkle/stable/${inMixedCase('windows-x86_64', text)}/appcast.xml`,
  bundles: (text) => `/feeds/sparkle/stable/darwin-${text}-arm64/appcast.xml`,
  feeds: (text) => `/feeds/${text}/stable/latest.yml`,
};

describe(`${many} made-up`, () => {
  for (const [what, addressOf] of Object.entries(madeUp))
    test(`${what} do not grow the page cache`, async () => {
      const { ask, cachedBytes } = openFeeds();
      // The cache keeps a few variants of a document; their number must not grow.
      for (let index = 0; index < 10; index++) await ask(addressOf(`n${index}z`));
      const before = cachedBytes();
      for (let index = 10; index < many; index++) await ask(addressOf(`n${index}z`));
      assert.equal(cachedBytes(), before);
    });

  test('none: requests of real clients are rendered and cached', async () => {
    const { ask, cachedBytes } = openFeeds();
    for (const url of [
      '/feeds/electron/stable/latest.yml',
      '/feeds/squirrel/stable/win32-x64/RELEASES?id=Acme&localVersion=1.0.0',
      '/feeds/squirrel/stable/darwin-x64/1.0.0',
      '/feeds/velopack/stable/releases.win-x64.json?localVersion=1.0.0',
    ])
      assert.match((await ask(url)) ?? '', /3\.0\.0/, url);
    assert.ok(cachedBytes() > 0);
  });
});
