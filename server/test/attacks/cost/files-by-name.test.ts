import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as breathe } from 'node:timers/promises';
import { createFeedFiles } from '../../../src/domain/delivery/feed-files.ts';
import type { App } from '../../../src/domain/model/app.ts';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { makeSite } from '../../../src/domain/model/site.ts';

/* Requests for unknown file names: each costs a database lookup, and few run at a time. */

const siteOf = (slug: string) => {
  const address = { host: `${slug}.localhost`, baseUrl: `http://${slug}.localhost` };
  return makeSite(address, { slug, publicSlug: slug } as App, []);
};

test('a thousand made-up names read few releases at once and do not delay other apps', async () => {
  let [running, most] = [0, 0];
  const order: string[] = [];
  const listByVersion = async (slug: string) => {
    running += 1;
    most = Math.max(most, running);
    await breathe();
    running -= 1;
    order.push(slug);
    return [];
  };
  const feedFiles = createFeedFiles({ store: { listByVersion } });
  const find = (slug: string, version: string) =>
    assert.rejects(
      feedFiles.find(siteOf(slug), { channel: 'stable', version, target: 'windows-x64', fileName: 'x.exe' }),
    );
  const named = (slug: string) =>
    assert.rejects(
      feedFiles.findByName(siteOf(slug), {
        kind: 'file',
        channel: 'stable',
        versions: ['1'],
        pick: () => undefined,
      }),
    );
  const lookups = Array.from({ length: 500 }, (_, index) => [find('acme', `1.${index}.0`), named('acme')]);
  await Promise.all([...lookups.flat(), named('other')]);
  assert.equal(most, bounds.readsOfApp + 1);
  assert.ok(order.indexOf('other') <= 2 * bounds.readsOfApp, String(order.indexOf('other')));
});
