import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher, declarationOf } from '../publisher.ts';
import { randomClientIp, type World } from '../world.ts';

/** Spec 5: which calls need a key. */
export const authenticationSection = (world: World): void => {
  describe('5 Authentication', () => {
    const publishing: [string, (id: string) => string, object | undefined][] = [
      ['4.1', () => '/releases', { version: '2.0.0' }],
      ['4.2', () => '/artifacts/presign', declarationOf('1.0.0')],
      ['4.4', (id) => `/releases/${id}/publish`, undefined],
    ];
    for (const [section, path, body] of publishing) {
      test(`publishing endpoints require a publish key as a bearer: ${section}`, async () => {
        const app = await createPublisher(world);
        const { id } = await app.draft({ version: '1.0.0' });
        const url = `/v1/apps/${app.slug}${path(id)}`;
        const request = { method: 'POST', path: url, body };
        assertProblem(await world.call({ ...request, from: randomClientIp() }), 401, 'unauthorized');
        const headers = {
          authorization: `Basic ${btoa(`x:${app.key}`)}`,
          'x-forwarded-for': randomClientIp(),
        };
        const basic = await world.send({ url: `${world.deployed().baseUrl}${url}`, method: 'POST', headers });
        assertProblem(basic, 401, 'unauthorized');
        assert.ok((await world.call({ ...request, key: app.key })).status < 300);
      });
    }

    test('the name of the scheme is not case sensitive (RFC 9110, 11.1)', async () => {
      const app = await createPublisher(world);
      const url = `${world.deployed().baseUrl}/v1/apps/${app.slug}`;
      const answer = await world.send({ url, headers: { authorization: `bearer ${app.key}` } });
      assert.equal(answer.status, 200);
    });

    test('a key in the query is not accepted', async () => {
      const app = await createPublisher(world);
      const path = `/v1/apps/${app.slug}?key=${app.key}&access_token=${app.key}`;
      assertProblem(await world.call({ path, from: randomClientIp() }), 401, 'unauthorized');
    });

    test('the upload URL is authorized by itself and the returned headers', async () => {
      const app = await createPublisher(world);
      const declared = await app.declare(await app.draft());
      assert.ok(!JSON.stringify([declared.uploadUrl, declared.headers]).includes(app.key));
      assert.ok((await app.upload(declared)).status < 300);
    });

    test('update check, download, latest and history need no key', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' });
      for (const answer of [
        await app.check('stable/linux/x86_64/0.1'),
        await app.download(release.id),
        await app.latest(),
        await app.history(),
      ]) {
        assert.equal(answer.status, 200);
      }
    });
  });
};
