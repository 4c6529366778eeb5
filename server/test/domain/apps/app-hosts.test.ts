import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseStorageUrl, storageHostsOf } from '../../../src/config/storage-url.ts';
import { admin, createWorld } from '../world.ts';

describe('hosts of apps', () => {
  test('an app is not made whose host another has as its domain', async () => {
    const { appAdmin, store } = createWorld();
    await appAdmin.createApp({ slug: 'first' }, admin);
    // As it was created under a different template of public addresses.
    const domain = { domain: 'second.localhost', app: 'first', createdAt: '2026-01-01T00:00:00.000Z' };
    await store.transaction((tx) => tx.insertDomain(domain));
    await assert.rejects(appAdmin.createApp({ slug: 'second' }, admin), { code: 'domain-taken' });
    assert.equal(await store.findApp('second'), undefined);
    await appAdmin.createApp({ slug: 'second', publicSlug: 'third' }, admin);
  });

  test('a domain that could be an app’s host by its slug is refused, whether there is such an app or not', async () => {
    const { appAdmin } = createWorld();
    await appAdmin.createApp({ slug: 'first' }, admin);
    const caller = { app: 'first', actor: admin };
    for (const domain of ['second.localhost', 'FIRST.localhost.', 'x.second.localhost'])
      await assert.rejects(appAdmin.createDomain(caller, domain), { code: 'host-reserved' });
  });

  test('a storage of its own takes uploads where its address says', () => {
    const hostsOf = (url: string) => {
      const storage = parseStorageUrl(url);
      return typeof storage === 'string' ? assert.fail(storage) : storageHostsOf(storage);
    };
    assert.deepEqual(hostsOf('s3://b/p?endpoint=https://storage.example.com:9000&pathStyle=true'), [
      'storage.example.com',
    ]);
    assert.deepEqual(hostsOf('s3://b/p?endpoint=https://storage.example.com'), [
      'storage.example.com',
      'b.storage.example.com',
    ]);
    assert.deepEqual([hostsOf('s3://b/p?region=eu-central-1'), hostsOf('file:data/blobs')], [[], []]);
  });
});
