import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { retryUntilSuccess } from '../../lab/wait-until.ts';
import type { Answer } from '../dial.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import { type Call, unique, type World } from '../world.ts';

const rounds = 20;

/** Removes values that differ between any two responses: time, connection, request ID. */
const comparable = ({ status, headers, text }: Answer) => {
  const { date, connection, 'keep-alive': _, 'x-request-id': __, ...rest } = headers;
  return { status, headers: rest, text };
};

/** Behavior across nodes: written on one, read on another. */
export const manyNodesSection = (world: World): void => {
  const callOn = (node: number, { slug, key }: Publisher, call: Omit<Call, 'key'>) =>
    world.callOn(node, { ...call, key, path: `/v1/apps/${slug}${call.path}` });
  const readOn = (node: number, app: Publisher, path: string) =>
    world.sendTo(node, { url: `${app.publicUrl}${path}` });

  describe('Many nodes', () => {
    test('a release published through all nodes is identical on each, byte by byte', async () => {
      const app = await createPublisher(world);
      const pieces = [{ target: 'linux-x86_64' }, { target: 'darwin-aarch64', signature: 'signed' }];
      for (const version of ['1.0.0', '1.1.0', '2.0.0']) await app.publish({ version, notes: 'Ünï' }, pieces);
      const { id } = (await app.client.listReleases(app.slug)).releases[0] ?? {};
      const paths = [
        '/releases/stable/linux/x86_64/1.0.0',
        '/releases/stable/darwin/aarch64/1.0.0',
        '/releases/stable/linux/x86_64/9.0.0',
        '/releases/beta/linux/x86_64/1.0.0',
        `/releases/v1/apps/${app.publicSlug}/latest`,
        `/releases/v1/apps/${app.publicSlug}/latest?target=linux-x86_64`,
        `/releases/v1/apps/${app.publicSlug}/releases`,
        `/releases/v1/apps/${app.publicSlug}/releases?limit=1`,
        `/releases/download/${id}/linux-x86_64`,
        `/releases/download/${id}/windows-x86_64`,
      ];
      for (const path of paths) {
        const [one, other] = [await readOn(0, app, path), await readOn(1, app, path)];
        assert.deepEqual(comparable(one), comparable(other), path);
        assert.deepEqual(one.body, other.body, path);
      }
      for (const path of ['', '/releases', `/releases/${id}`, '/audit', '/channels', '/keys']) {
        const call = { method: 'GET', path };
        assert.equal((await callOn(0, app, call)).text, (await callOn(1, app, call)).text, path);
      }
    });

    for (const [writer, reader] of [
      [0, 1],
      [1, 0],
    ] as const) {
      test(`written on node ${writer}, read on node ${reader}`, async () => {
        const app = await createPublisher(world);
        const draft = await app.draft({ version: '1.0.0' });
        await app.uploaded(await app.declare(draft));
        const check = () => readOn(reader, app, '/releases/stable/linux/x86_64/0.1');
        assert.equal((await check()).status, 204, 'the reader holds the app before anything is published');
        const write = (path: string, body?: object) =>
          callOn(writer, app, {
            method: 'POST',
            path: `/releases/${draft.id}${path}`,
            ...(body ? { body } : {}),
          });
        const soon = (status: number) =>
          retryUntilSuccess(async () => assert.equal((await check()).status, status));

        assert.equal((await write('/publish')).status, 200);
        await soon(200);
        assert.equal((await write('/withdraw', { reason: 'bad' })).status, 200);
        await soon(204);
        assert.equal((await write('/restore')).status, 200);
        await soon(200);
        assert.equal(
          (await callOn(writer, app, { method: 'PATCH', path: '', body: { adapter: 'tauri' } })).status,
          200,
        );
        await retryUntilSuccess(async () => assert.ok(!('size' in (await check()).json())));
        assert.equal((await write('/artifacts/linux-x86_64/prune')).status, 200);
        const download = () => readOn(reader, app, `/releases/download/${draft.id}/linux-x86_64`);
        await retryUntilSuccess(async () => assert.equal((await download()).status, 410));
        await soon(204);
      });
    }

    test('all nodes serve a new domain, and stop after its deletion', async () => {
      const app = await createPublisher(world);
      const domain = `${unique('news')}.example.com`;
      const ask = (node: number) =>
        world.sendTo(node, {
          url: `${app.publicUrl}/releases/stable/linux/x86_64/1`,
          headers: { host: domain },
        });
      const everywhere = (status: number) =>
        retryUntilSuccess(async () => {
          for (const node of [0, 1]) assert.equal((await ask(node)).status, status);
        });
      await everywhere(404);
      await world.admin().createDomain(app.slug, { domain });
      await everywhere(204);
      await world.admin().deleteDomain(app.slug, domain);
      await everywhere(404);
    });

    test('a new key works on every node immediately, and on none after it is revoked', async () => {
      const app = await createPublisher(world);
      const { key, secret } = await app.client.createKey(app.slug, { name: 'short-lived' });
      const use = (node: number) => callOn(node, { ...app, key: secret }, { method: 'GET', path: '' });
      for (const node of [0, 1]) assert.equal((await use(node)).status, 200);
      await callOn(0, app, { method: 'DELETE', path: `/keys/${key.id}` });
      // The next request: stricter than 1 s here and 5 s there, and independent of clocks.
      for (const node of [1, 0]) assert.equal((await use(node)).status, 401);
    });

    test(`two nodes race to create and to publish, ${rounds} times: one winner, one audit row`, async () => {
      const app = await createPublisher(world);
      for (let round = 0; round < rounds; round += 1) {
        const body = { version: `1.0.${round}` };
        const create = (node: number) => callOn(node, app, { method: 'POST', path: '/releases', body });
        const created = await Promise.all([create(0), create(1)]);
        assert.deepEqual(created.map(({ status }) => status).sort(), [201, 409]);
        const made = created.find(({ status }) => status === 201);
        const { id } = made?.json<{ release: { id: string } }>().release ?? {};
        const publish = (node: number) =>
          callOn(node, app, { method: 'POST', path: `/releases/${id}/publish` });
        const published = await Promise.all([publish(0), publish(1)]);
        assert.deepEqual(new Set(published.map(({ status }) => status)), new Set([200]));
        assert.equal(published[0]?.text, published[1]?.text);
      }
      const { entries } = await app.client.listAudit(app.slug, { limit: 100 });
      const count = (action: string) => entries.filter((entry) => entry.action === action).length;
      assert.deepEqual([count('release.create'), count('release.publish')], [rounds, rounds]);
    });

    test('usage is the sum of both nodes', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({}, [{ bytes: Buffer.alloc(1000, 'x') }]);
      const path = `/releases/download/${release.id}/linux-x86_64`;
      for (const node of [0, 1, 1]) assert.equal((await readOn(node, app, path)).status, 200);
      await retryUntilSuccess(async () => {
        const { usage } = await app.client.getUsage(app.slug);
        assert.deepEqual(usage.totals, { bytes: 3000, downloads: 3 });
      });
    });
  });
};
