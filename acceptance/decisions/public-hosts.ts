import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Latest } from '@slipway/api';
import { createHostStage } from '../host-stage.ts';
import { assertProblem } from '../problem.ts';
import { unique, type World } from '../world.ts';

/** Decisions, "Hosts": the hosts of public paths and of their URLs. */
export const publicHostsSection = (world: World): void => {
  const { shared, ask } = createHostStage(world);

  const check = '/releases/stable/linux/x86_64/1.0.0';

  describe('Public hosts', () => {
    test('public paths on a host without an app: 404', async () => {
      const { app, release } = await shared();
      for (const path of [
        check,
        `/releases/download/${release.id}/linux-x86_64`,
        `/releases/v1/apps/${app.publicSlug}/latest`,
        `/releases/v1/apps/${app.publicSlug}/releases`,
      ]) {
        assertProblem(await ask('localhost', path), 404, 'not-found');
        assertProblem(await ask('nobody.localhost', path), 404, 'not-found');
      }
      for (const path of [check, `/releases/download/${release.id}/linux-x86_64`])
        assertProblem(await ask(new URL(world.deployed().baseUrl).host, path), 404, 'not-found');
    });

    test('latest and history answer on the base host too, with URLs on the app’s public host', async () => {
      const { app } = await shared();
      const base = new URL(world.deployed().baseUrl).host;
      for (const page of [
        'latest',
        'latest?target=linux-x86_64',
        'releases',
        'releases?limit=1&channel=stable',
      ]) {
        const path = `/releases/v1/apps/${app.publicSlug}/${page}`;
        const [here, there] = [await ask(base, path), await app.read(path)];
        assert.equal(here.status, 200, here.text);
        assert.equal(here.text, there.text);
        for (const name of ['cache-control', 'access-control-allow-origin', 'etag', 'content-type'])
          assert.equal(here.headers[name], there.headers[name], name);
        const etag = String(here.headers.etag);
        assert.equal((await ask(base, path, { 'if-none-match': etag })).status, 304);
      }
      for (const page of ['latest', 'releases']) {
        const unknown = await ask(base, `/releases/v1/apps/${unique('nobody')}/${page}`);
        assertProblem(unknown, 404, 'not-found');
        assert.equal(unknown.headers['access-control-allow-origin'], '*');
      }
    });

    test('a path that is misspelt is 404, not a check of a channel called v1 or download', async () => {
      const { app } = await shared();
      for (const path of [
        `/releases/v1/apps/${app.publicSlug}/typo`,
        '/releases/v1/a/b/c',
        '/releases/download/a/b/c',
        '/releases/%761/a/b/c',
      ])
        assertProblem(await app.read(path), 404, 'not-found');
    });

    test('URLs in responses use the requested host, as it is stored', async () => {
      const { app, release, domain } = await shared();
      const end = `/releases/download/${release.id}/linux-x86_64`;
      const metadata = `/releases/v1/apps/${app.publicSlug}/latest`;
      const urls = async (host: string) => [
        (await ask(host, check)).json().url,
        (await ask(host, metadata)).json<Latest>().platforms['linux-x86_64']?.url,
      ];
      for (const host of [`${app.publicSlug}.localhost`, `${app.publicSlug.toUpperCase()}.LOCALHOST.:99`]) {
        assert.deepEqual(await urls(host), [`${app.publicUrl}${end}`, `${app.publicUrl}${end}`]);
      }
      for (const host of [domain, `${domain.toUpperCase()}.:99`]) {
        for (const url of await urls(host)) {
          const { hostname, pathname } = new URL(String(url));
          assert.deepEqual([hostname, pathname], [domain, end]);
          assert.equal(String(url).includes(':99'), false);
        }
      }
    });

    test('the bytes download from a custom domain too', async () => {
      const { release, domain } = await shared();
      assert.equal((await ask(domain, `/releases/download/${release.id}/linux-x86_64`)).status, 200);
    });
  });
};
