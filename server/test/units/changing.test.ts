import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { admin, createWorld } from './world.ts';

describe('changes of an app', () => {
  test('a key that was looked at before its app was deleted changes nothing of the one that took the slug', async () => {
    const world = createWorld();
    const { administering, store } = world;
    await administering.createApp({ slug: 'hello' }, admin);
    const { key } = await administering.createKey(
      { app: 'hello', actor: admin },
      { name: 'old', scopes: ['publish'] },
    );
    const { appId = '' } = (await store.findKey(key.id)) ?? {};
    const actor = { ...key, kind: 'key' as const, keyId: key.id, appId };
    const draft = (version: string) => world.drafting.createDraft({ app: 'hello', actor }, { version });
    await draft('1.0.0');
    await administering.deleteApp({ app: 'hello', actor: admin });
    await assert.rejects(draft('2.0.0'), { code: 'not-found' });
    await administering.createApp({ slug: 'hello' }, admin);
    await assert.rejects(draft('3.0.0'), { code: 'not-found' });
    assert.deepEqual((await store.listReleases('hello', { limit: 5 })).items, []);
  });
});
