import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createClient } from '@slipway/api';
import { dial, dialFetch } from '../../../lab/dial.ts';
import { createPublisher } from '../../../lab/publisher.ts';
import { adminKey, type Service, startService } from '../../../lab/service.ts';
import { openPage, read, root } from './run-block.ts';

const slug = 'hello';

describe('docs/INCIDENTS.md, run as written', { concurrency: false }, () => {
  const page = openPage('docs/INCIDENTS.md');
  let folder: string;
  let service: Service;
  let env: Record<string, string>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-incidents-'));
    service = await startService({ folder });
    await service.client.createApp({ slug, adapter: 'rest' });
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(version);
    await writeFile(join(folder, 'hello.AppImage'), 'the bytes of the fix');
    env = { SLIPWAY_URL: service.baseUrl, SLIPWAY_KEY: adminKey, SLIPWAY_APP: slug, HOME: folder };
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (marker: string, more: Record<string, string> = {}, cwd = folder): Promise<string> =>
    page.run(marker, { ...env, ...more }, cwd);

  const publish = async (version: string): Promise<void> => {
    await createPublisher(service.client, slug).publish({ version }, [
      { bytes: Buffer.from(`${slug} ${version}`) },
    ]);
  };

  /** Publishes a version to a percentage. */
  const roll = async (version: string, percent: number): Promise<string> => {
    const publisher = createPublisher(service.client, slug);
    const draft = await publisher.draft({ version });
    await publisher.upload(await publisher.declare(draft));
    await service.client.planRollout(slug, draft.id, { steps: [{ percent }] });
    await service.client.publishRelease(slug, draft.id);
    return draft.id;
  };

  /** Downloads a client's current offer. */
  const downloadLatest = async (): Promise<string> => {
    const check = await dial(`http://${slug}.localhost:${service.port}/releases/stable/linux/x86_64/0.1.0`);
    return (await dial(check.json<{ url: string }>().url)).text();
  };

  test('a bad release is withdrawn by three commands, and the previous one is offered', async () => {
    assert.equal(await downloadLatest(), 'hello 1.2.0');
    const output = await run('withdraw', { BAD: '1.2.0' });
    for (const part of [/gets 1\.2\.0/, /[Ww]ithdrew|[Ww]ithdrawn/, /[Pp]runed|[Rr]emoved/])
      assert.match(output, part);
    assert.equal(await downloadLatest(), 'hello 1.1.0');
  });

  test('a bad release is withdrawn by curl, the previous one is offered, and its bytes are stopped', async () => {
    const output = await run('recall', { KEY: adminKey, APP: slug });
    const [explained = '', withdrawn, offered, pruned] = output.split('\n');
    assert.equal(JSON.parse(explained).release.version, '1.1.0');
    assert.deepEqual([withdrawn, offered, pruned], ['withdrawn', '1.0.0', 'pruned']);
    assert.equal(await downloadLatest(), 'hello 1.0.0');
  });

  test('one command pauses a rollout, and its clients are rescued', async () => {
    const id = await roll('2.2.0', 50);
    assert.match(await run('pause', { BAD: '2.2.0' }), /paused/);
    const { rollout } = await service.client.getRollout(slug, id);
    assert.deepEqual([rollout.state, rollout.stopped?.by], ['paused', 'publisher']);
    assert.match(await run('rescue', { BAD: '2.2.0', FIX: '2.2.1' }), /gets 2\.2\.1/);
  });

  test('a leaked key is revoked, and its actions are found', async () => {
    const scopes = ['publish', 'read', 'manage'] as const;
    const { key, secret } = await service.client.createKey(slug, { name: 'ci', scopes: [...scopes] });
    const thief = createClient({ baseUrl: service.baseUrl, key: secret, fetch: dialFetch });
    await thief.createRelease(slug, { version: '6.6.6' });
    const { key: second } = await thief.createKey(slug, { name: 'backdoor', scopes: ['publish'] });
    const output = await run('leaked', { LEAKED: key.id });
    for (const part of [/Revoked key_/, /release\.create .*6\.6\.6/, /key\.create .*backdoor/])
      assert.match(output, part);
    assert.match(output, new RegExp(`^${second.id} +backdoor`, 'm'));
    assert.match(output, /^6\.6\.6 .*draft/m);
    await assert.rejects(thief.getApp(slug), /unauthorized|401|key/i);
  });

  test('all sessions are listed and ended', async () => {
    const open = await dial(`${service.baseUrl}/v1/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal(open.status, 201);
    assert.match(await run('sessions'), /"sessions":\[\{/);
    const { sessions } = (
      await dial(`${service.baseUrl}/v1/sessions`, { headers: { authorization: `Bearer ${adminKey}` } })
    ).json<{ sessions: unknown[] }>();
    assert.deepEqual(sessions, []);
  });

  test('the admin key is reset', async () => {
    const data = {
      SLIPWAY_DATABASE_URL: `sqlite:${folder}/slipway.db`,
      SLIPWAY_STORAGE_URL: `file:${folder}/blobs`,
    };
    assert.match(await page.run('reset', { HOME: folder, ...data }, root), /slw_adm_\w+/);
  });

  test('every command block was run', () => page.assertAllRun());
});

test('no document advises publishing an old build under a new version', async () => {
  const names = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'));
  for (const name of ['README.md', ...names.map((each) => `docs/${each}`)])
    assert.doesNotMatch(await read(name), /(?<!Do not publish the )old \*?build\*?,? under a \*?newer/, name);
});
