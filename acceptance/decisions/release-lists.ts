import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Release } from '@slipway/api';
import { assertInvalid } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { membersIn } from '../sections/4-1-create-draft.ts';
import { lazily, type World } from '../world.ts';

interface Page {
  releases: Release[];
  next: string | null;
}

/** Decisions, "Management API" and "Objects": lists of releases, page by page. */
export const releaseListsSection = (world: World): void => {
  /** Seven releases: four drafts, two published, one withdrawn, in two channels. */
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    await app.client.createChannel(app.slug, { name: 'beta' });
    const { release } = await app.publish({ version: '1.0.0' });
    await app.publish({ version: '2.0.0' });
    await app.publish({ version: '2.0.0', channel: 'beta' });
    await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
    for (const version of ['3.0.0', '3.1.0', '3.2.0']) await app.draft({ version });
    await app.draft({ version: '3.0.0', channel: 'beta' });
    return app;
  });
  const list = async (query: string) =>
    (await (await shared()).call('GET', `/releases${query}`)).json<Page>();

  describe('Lists of releases', () => {
    test('GET: releases and next, drafts and withdrawn ones included', async () => {
      const page = await list('');
      assert.deepEqual(Object.keys(page), ['releases', 'next']);
      assert.equal(page.next, null);
      const states = page.releases.map(({ state }) => state).sort();
      assert.deepEqual(states, [...Array(4).fill('draft'), 'published', 'published', 'withdrawn']);
      for (const release of page.releases) assert.deepEqual(Object.keys(release), membersIn[release.state]);
    });

    for (const [query, expected] of [
      ['?state=draft', 4],
      ['?state=published', 2],
      ['?state=withdrawn', 1],
      ['?channel=beta', 2],
      ['?channel=stable', 5],
      ['?channel=beta&state=draft', 1],
      ['?channel=Beta', 0],
      ['?channel=nowhere', 0],
    ] as const) {
      test(`GET: ${query} finds ${expected}`, async () => {
        const { releases } = await list(query);
        assert.equal(releases.length, expected);
        const filters = new URLSearchParams(query);
        for (const { state, channel } of releases) {
          assert.equal(state, filters.get('state') ?? state);
          assert.equal(channel, filters.get('channel') ?? channel);
        }
      });
    }

    for (const [query, field] of [
      ['?state=gone', 'state'],
      ['?limit=many', 'limit'],
    ] as const) {
      test(`GET: ${query} is 400`, async () =>
        assertInvalid(await (await shared()).call('GET', `/releases${query}`), field));
    }

    for (const filter of ['', '&state=draft', '&channel=stable']) {
      test(`GET: page by page${filter}, each release once`, async () => {
        const whole = (await list(`?limit=100${filter}`)).releases.map(({ id }) => id);
        const received: string[] = [];
        let next: string | null = '';
        while (next !== null) {
          const page: Page = await list(`?limit=2${filter}${next === '' ? '' : `&cursor=${next}`}`);
          assert.ok(page.releases.length <= 2);
          received.push(...page.releases.map(({ id }) => id));
          next = page.next;
        }
        assert.deepEqual(received, whole);
      });
    }

    test('GET: a release created between two pages does not shift the others', async () => {
      const app = await createPublisher(world);
      for (const version of ['1', '2', '3', '4']) await app.draft({ version });
      const first = await app.client.listReleases(app.slug, { limit: 2 });
      await app.draft({ version: '5' });
      const rest = await app.client.listReleases(app.slug, { limit: 10, cursor: first.next ?? '' });
      const received = [...first.releases, ...rest.releases].map(({ version }) => version);
      for (const version of ['1', '2', '3', '4']) {
        assert.equal(received.filter((one) => one === version).length, 1, version);
      }
    });
  });
};
