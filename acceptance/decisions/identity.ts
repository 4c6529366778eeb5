import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { App } from '@slipway/api';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { lazily, unique, type World } from '../world.ts';

const label = (length: number) => unique('a').padEnd(length, 'x').slice(0, length);

/** Decisions, "Identity and scopes": slugs, channel names and ids. */
export const identitySection = (world: World): void => {
  const create = (body: object) =>
    world.call({ method: 'POST', path: '/v1/apps', key: world.deployed().adminKey, body });

  describe('Identity of apps', () => {
    for (const field of ['slug', 'publicSlug'] as const) {
      const bodyWith = (value: unknown) => ({ slug: unique('app'), [field]: value });

      test(`${field}: a DNS label of up to 63 characters is accepted`, async () => {
        for (const value of [label(63), `0${unique()}9`, unique('a--b')]) {
          const answer = await create(bodyWith(value));
          assert.equal(answer.status, 201, answer.text);
        }
      });

      test(`${field}: one character is accepted`, async () => {
        const free = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
        for (const value of free) {
          const answer = await create(bodyWith(value));
          if (answer.status === 409) continue;
          assert.equal(answer.status, 201, answer.text);
          return;
        }
        assert.fail('every one of them was taken');
      });

      const unfit = ['', label(64), 'Upper', '-a', 'a-', 'a_b', 'a.b', 'a b', 'é', 'a\n', 5];
      for (const value of field === 'slug' ? [...unfit, null] : unfit) {
        test(`${field}: ${JSON.stringify(value)} is refused`, async () =>
          assertInvalid(await create(bodyWith(value)), field));
      }

      test(`${field}: taken is 409`, async () => {
        const value = unique('taken');
        assert.equal((await create(bodyWith(value))).status, 201);
        assertProblem(await create(bodyWith(value)), 409, 'slug-taken');
      });

      test(`${field}: of ten concurrent requests, one creates the app`, async () => {
        const value = unique('race');
        const answers = await Promise.all(Array.from({ length: 10 }, () => create(bodyWith(value))));
        const statuses = answers.map(({ status }) => status).sort();
        assert.deepEqual(statuses, [201, ...Array<number>(9).fill(409)]);
      });

      test(`${field}: one whose host would be the base host is 409`, async () => {
        const body = field === 'slug' ? { slug: 'api' } : { slug: unique('app'), publicSlug: 'api' };
        assertProblem(await create(body), 409, 'host-reserved');
      });
    }

    test('409 for a slug whose host would be the upload host, if the server has one', async () => {
      for (const body of [{ slug: 'uploads' }, { slug: unique('app'), publicSlug: 'uploads' }]) {
        const answer = await create(body);
        assert.equal(answer.status, world.deployed().storage === 'files' ? 409 : 201, answer.text);
        if (answer.status === 201) await world.admin().deleteApp(body.slug);
      }
    });

    test('null for an optional field means its default', async () => {
      const slug = unique('app');
      const body = { slug, publicSlug: null, name: null, adapter: null, allowanceBytes: null };
      const answer = await create(body);
      assert.equal(answer.status, 201, answer.text);
      const { publicSlug, name, adapter, allowanceBytes } = answer.json<{ app: App }>().app;
      assert.deepEqual([publicSlug, name, adapter, allowanceBytes], [slug, slug, 'tauri', null]);
    });

    test('the public slug is the slug by default', async () => {
      const slug = unique('app');
      const answer = await create({ slug });
      assert.equal(answer.json<{ app: { publicSlug: string } }>().app.publicSlug, slug);
    });

    test('another app’s public slug is available as a slug, and vice versa', async () => {
      const [slug, publicSlug] = [unique('app'), unique('public')];
      assert.equal((await create({ slug, publicSlug })).status, 201);
      assert.equal((await create({ slug: publicSlug, publicSlug: slug })).status, 201);
    });

    test('an app may have the base host’s label as its slug with another public slug', async () => {
      const answer = await create({ slug: 'api', publicSlug: unique('public') });
      assert.equal(answer.status, 201, answer.text);
    });

    test('IDs have at least 128 random bits and are unique', async () => {
      const app = await createPublisher(world);
      const drafts = await Promise.all([1, 2, 3].map((version) => app.draft({ version: String(version) })));
      const [draft] = drafts;
      assert.ok(draft);
      const { artifact } = await app.declare(draft);
      const { key } = await world.admin().createKey(app.slug, { name: 'x' });
      for (const { id } of drafts) assert.match(id, /^rel_[A-Za-z0-9_-]{22,}$/);
      assert.match(artifact.id, /^art_[A-Za-z0-9_-]{22,}$/);
      assert.match(key.id, /^key_[A-Za-z0-9_-]{22,}$/);
      assert.equal(new Set(drafts.map(({ id }) => id)).size, 3);
    });
  });

  describe('Names of channels', () => {
    const shared = lazily(() => createPublisher(world));
    const name = async (value: unknown) => (await shared()).call('POST', '/channels', { name: value });

    for (const value of ['b', 'c'.repeat(64), 'Beta_1.2-rc', '.a', '...', '-', '2026', 'v2', 'downloads']) {
      test(`${value.slice(0, 20)} (${value.length}) is accepted`, async () =>
        assert.equal((await name(value)).status, 201));
    }
    for (const value of [
      '',
      'c'.repeat(65),
      'v1',
      'download',
      '.',
      '..',
      'a b',
      'a/b',
      'a+b',
      'é',
      'a\n',
      5,
      null,
    ]) {
      test(`${JSON.stringify(value)} is refused`, async () => assertInvalid(await name(value), 'name'));
    }
    test('taken is 409', async () => {
      assertProblem(await name('stable'), 409, 'channel-taken');
    });
  });
};
