import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { retryUntilSuccess } from '../lab/wait-until.ts';
import { createAdminKey } from './deployments.ts';
import { dial, hangUp } from './dial.ts';
import { assertProblem } from './problem.ts';
import { createPublisher, declarationOf } from './publisher.ts';
import { deploymentOf, freePair, inFolder, withEmbedded } from './starting.ts';
import { createWorld } from './world.ts';

after(hangUp);

describe('Configuration', { concurrency: 2 }, () => {
  test('PORT alone: other URLs derive from it, data is in the working folder, proxy headers are ignored', () =>
    inFolder(async (folder, start) => {
      const port = await freePair();
      const adminKey = createAdminKey();
      const service = await start({ PORT: String(port), SLIPWAY_ADMIN_KEY: adminKey });
      const world = createWorld(() => deploymentOf(service, adminKey));
      const app = await createPublisher(world);
      assert.equal(app.app.publicUrl, `http://${app.publicSlug}.localhost:${port}`);
      const { uploadUrl } = await app.declare(await app.draft());
      assert.equal(new URL(uploadUrl).origin, `http://localhost:${port + 1}`);
      assert.match(service.log(), new RegExp(`http://localhost:${port}\\b`));
      assert.ok((await stat(join(folder, 'data', 'slipway.db'))).isFile());
      assert.ok((await stat(join(folder, 'data', 'blobs'))).isDirectory());

      await app.publish({ version: '2.0.0' });
      const path = '/releases/stable/linux/x86_64/1.0.0';
      const forwarded = { 'x-forwarded-host': `${app.publicSlug}.localhost`, 'x-forwarded-proto': 'https' };
      const url = `${world.deployed().baseUrl}${path}`;
      assertProblem(await world.send({ url, headers: forwarded }), 404, 'not-found');
      const spoofed = await app.read(path, { ...forwarded, 'x-forwarded-host': 'evil.example' });
      assert.equal(spoofed.text, (await app.read(path)).text);
      // All forwarded addresses count as one client with one rate limit, which refills meanwhile.
      const { key, secret: revoked } = await world.admin().createKey(app.slug, { name: 'revoked' });
      await world.admin().revokeKey(app.slug, key.id);
      const statuses = new Set<number>();
      for (let index = 0; index < 3000 && !statuses.has(429); index += 1) {
        const from = `2001:db8::${index.toString(16)}`;
        statuses.add((await world.call({ path: '/v1/apps', key: revoked, from })).status);
      }
      assert.deepEqual(statuses, new Set([401, 429]));
      assert.equal(await service.stop('SIGINT'), 0);
    }));

  test('no SLIPWAY_ADMIN_KEY: the first start creates one in an owner-only file and logs its path', () =>
    inFolder(async (folder, start) => {
      const port = await freePair();
      const env = { PORT: String(port) };
      const first = await start(env);
      const file = await retryUntilSuccess(async () => {
        const [name] = /\S*admin\S*key\b/i.exec(first.log()) ?? [];
        return name ?? assert.fail(`no file is named:\n${first.log()}`);
      });
      assert.doesNotMatch(first.log(), /slw_adm_/, 'the key itself is not printed');
      const path = resolve(folder, file);
      assert.equal((await stat(path)).mode & 0o777, 0o600);
      const key = (await readFile(path, 'utf8')).trim();
      assert.match(key, /^slw_adm_/);
      const ask = () =>
        dial({ url: `http://localhost:${port}/v1/apps`, headers: { authorization: `Bearer ${key}` } });
      assert.equal((await ask()).status, 200);
      assert.equal(await first.stop(), 0);
      const second = await start(env);
      assert.equal((await ask()).status, 200, 'the same key after a restart');
      assert.equal((await readFile(path, 'utf8').catch(() => key)).trim(), key);
      assert.equal(await second.stop(), 0);
    }));

  test('SLIPWAY_MAX_ARTIFACT_BYTES is the artifact limit; LOG_LEVEL=debug logs public requests too', () =>
    withEmbedded({ SLIPWAY_MAX_ARTIFACT_BYTES: '1000', LOG_LEVEL: 'debug' }, async (deployment) => {
      const app = await createPublisher(createWorld(() => deployment));
      await app.draft({ version: '1.0.0' });
      const declare = (size: number) =>
        app.call('POST', '/artifacts/presign', { ...declarationOf('1.0.0'), size });
      assert.equal((await declare(1000)).status, 201);
      assertProblem(await declare(1001), 413, 'artifact-too-large');
      await app.check('stable/linux/x86_64/1.2.3');
      await retryUntilSuccess(async () =>
        assert.match(deployment.log(), /\/releases\/stable\/linux\/x86_64\/1\.2\.3/),
      );
    }));

  test('SLIPWAY_WORKERS=2: both processes give the same responses', () =>
    withEmbedded({ SLIPWAY_WORKERS: '2' }, async (deployment) => {
      const app = await createPublisher(createWorld(() => deployment));
      const { release, artifacts } = await app.publish({ version: '1.0.0' });
      const url = `${app.publicUrl}/releases/stable/linux/x86_64/0.1`;
      await delay(500);
      // A new connection each time, since the processes share connections.
      const ask = () => dial({ url, headers: { connection: 'close' } });
      const answers = await Promise.all(Array.from({ length: 30 }, ask));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
      assert.deepEqual((await app.download(release.id)).body, artifacts[0]?.bytes);
    }));

  test('a restart keeps all acknowledged data, and upload URLs stay valid', () =>
    inFolder(async (folder, start) => {
      const port = await freePair();
      const adminKey = createAdminKey();
      const env = { PORT: String(port), SLIPWAY_ADMIN_KEY: adminKey };
      let service = await start(env);
      const world = createWorld(() => deploymentOf(service, adminKey));
      const app = await createPublisher(world);
      const { release, artifacts } = await app.publish({ version: '1.0.0' });
      const draft = await app.draft({ version: '2.0.0' });
      const declared = await app.declare(draft);
      await app.download(release.id);
      const before = [(await app.call('GET', '/releases')).text, (await app.history()).text];
      assert.equal(await service.stop(), 0);

      service = await start(env);
      assert.deepEqual([(await app.call('GET', '/releases')).text, (await app.history()).text], before);
      assert.deepEqual((await app.download(release.id)).body, artifacts[0]?.bytes);
      assert.ok((await app.upload(declared)).status < 300);
      assert.equal((await app.client.publishRelease(app.slug, draft.id)).release.state, 'published');
      const { totals } = (await app.client.getUsage(app.slug)).usage;
      assert.ok(totals.bytes >= 64, 'the bytes of before were kept');
      assert.equal(await service.stop(), 0);

      for (const name of await readdir(join(folder, 'data'))) {
        const content = await readFile(join(folder, 'data', name)).catch(() => Buffer.alloc(0));
        for (const secret of [app.key, app.key.slice(-38), adminKey]) {
          assert.equal(content.includes(secret), false, `${name} holds a key itself`);
        }
      }
    }));
});
