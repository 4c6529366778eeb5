import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Answer } from '../dial.ts';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { lazily, unique, type World } from '../world.ts';

const caching = 'public, max-age=60, s-maxage=300';

/** Spec 8, the last row, and the rule of public responses: caching, CORS, ETags. */
export const publicCachingSection = (world: World): void => {
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    await app.publish({ version: '1.0.0' });
    return app;
  });
  type App = Awaited<ReturnType<typeof shared>>;
  const reads: [string, number, (app: App, headers?: Record<string, string>) => Promise<Answer>][] = [
    ['the update check, 200', 200, (app, headers) => app.check('stable/linux/x86_64/0.1', headers)],
    ['the update check, 204', 204, (app, headers) => app.check('stable/linux/x86_64/1.0.0', headers)],
    ['latest', 200, (app, headers) => app.latest('', headers)],
    ['latest of nothing', 200, (app, headers) => app.latest('?channel=beta', headers)],
    ['history', 200, (app, headers) => app.history('', headers)],
  ];

  describe('8 Public response caching', () => {
    for (const [what, status, read] of reads) {
      test(`${what}: cache-control and cross-origin reads`, async () => {
        const answer = await read(await shared(), { origin: 'https://elsewhere.example' });
        assert.equal(answer.status, status);
        assert.equal(answer.headers['cache-control'], caching);
        assert.equal(answer.headers['access-control-allow-origin'], '*');
      });

      if (status === 204) continue;
      test(`${what}: an ETag, and 304 for If-None-Match`, async () => {
        const app = await shared();
        const { etag } = (await read(app)).headers;
        assert.match(String(etag), /^(W\/)?"[^"]+"$/);
        for (const ifNoneMatch of [String(etag), `"other", ${etag}`, '*']) {
          const answer = await read(app, { 'if-none-match': ifNoneMatch });
          assert.equal(answer.status, 304, ifNoneMatch);
          assert.equal(answer.body.length, 0);
          assert.equal(answer.headers.etag, etag);
          assert.equal(answer.headers['cache-control'], caching);
          assert.equal(answer.headers['access-control-allow-origin'], '*');
        }
        assert.equal((await read(app, { 'if-none-match': '"other"' })).status, 200);
      });
    }

    test('the ETag changes with the response', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0', notes: 'before' });
      const etags = async () => [
        (await app.latest()).headers.etag,
        (await app.history()).headers.etag,
        (await app.check('stable/linux/x86_64/0.1')).headers.etag,
      ];
      const before = await etags();
      await app.client.changeRelease(app.slug, release.id, { notes: 'after' });
      for (const [index, etag] of (await etags()).entries()) assert.notEqual(etag, before[index]);
    });

    test('OPTIONS: 204 with the CORS headers', async () => {
      const app = await shared();
      for (const path of ['stable/linux/x86_64/1', `v1/apps/${app.publicSlug}/latest`, 'download/rel_x/t']) {
        const answer = await world.send({
          url: `${app.publicUrl}/releases/${path}`,
          method: 'OPTIONS',
          headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
        });
        assert.equal(answer.status, 204);
        assert.equal(answer.headers['access-control-allow-origin'], '*');
        assert.match(String(answer.headers['access-control-allow-methods']), /\bGET\b/);
      }
    });

    test('OPTIONS on the base host: 204 for routes that exist there, otherwise 404', async () => {
      const app = await shared();
      const ask = (path: string) =>
        world.send({ url: `${world.deployed().baseUrl}/releases/${path}`, method: 'OPTIONS' });
      for (const page of ['latest', 'releases']) {
        const answer = await ask(`v1/apps/${app.publicSlug}/${page}`);
        assert.equal(answer.status, 204, answer.text);
        assert.equal(answer.headers['access-control-allow-origin'], '*');
      }
      assertProblem(await ask(`v1/apps/${unique('nobody')}/latest`), 404, 'not-found');
      assertProblem(await ask('stable/linux/x86_64/1'), 404, 'not-found');
    });

    test('OPTIONS on a host without an app: 404', async () => {
      const url = `${world.deployed().publicUrl(unique('nobody'))}/releases/stable/linux/x86_64/1`;
      assertProblem(await world.send({ url, method: 'OPTIONS' }), 404, 'not-found');
    });

    test('public date-times are RFC 3339 in UTC as toISOString writes them, milliseconds included', async () => {
      const app = await createPublisher(world);
      const pubDate = '2026-01-02T03:04:05.678Z';
      await app.publish({ version: '1.0.0', pubDate });
      const dates = async () => [
        (await app.latest()).json().pub_date,
        (await app.check('stable/linux/x86_64/0')).json().pub_date,
        (await app.history()).json<{ releases: { pub_date: string }[] }>().releases[0]?.pub_date,
      ];
      assert.deepEqual(await dates(), [pubDate, pubDate, pubDate]);
      await app.publish({ version: '2.0.0' });
      for (const date of await dates()) assert.equal(new Date(String(date)).toISOString(), date);
    });
  });
};
