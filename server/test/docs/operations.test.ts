import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createClient } from '@slipway/api';
import { dial, dialFetch } from '../../../lab/dial.ts';
import { createPublisher } from '../../../lab/publisher.ts';
import { adminKey, type Service, startService } from '../../../lab/service.ts';
import { readmeBlock } from '../../../scripts/check-deploy/readme-block.ts';
import { alarmTests } from './alarm.ts';
import { read, root, runBlock as runDocumentBlock } from './run-block.ts';

/** Runs the shell block after a marker of docs/OPERATIONS.md unchanged. */
const runBlock = (marker: string, env: Record<string, string>, cwd = root): Promise<string[]> =>
  runDocumentBlock(['docs/OPERATIONS.md', marker], env, cwd);

const publish = async ({ client }: Service, slug: string, version: string): Promise<void> => {
  await createPublisher(client, slug).publish({ version }, [{ bytes: Buffer.from(`${slug} ${version}`) }]);
};

/** Downloads a client's current offer. */
const downloadLatest = async ({ baseUrl }: Service, slug: string): Promise<string> => {
  const { port } = new URL(baseUrl);
  const check = await dial(`http://${slug}.localhost:${port}/releases/stable/linux/x86_64/0.1.0`);
  const { url } = JSON.parse(check.text());
  return (await dial(url)).text();
};

describe('docs/OPERATIONS.md, run as written', () => {
  let folder: string;
  let instance: Service;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-operations-'));
    instance = await startService({ folder });
    await instance.client.createApp({ slug: 'hello', adapter: 'rest' });
    await publish(instance, 'hello', '1.0.0');
    await publish(instance, 'hello', '1.1.0');
  });
  after(async () => {
    await instance.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('a backup taken while the service runs is restored and serves the same bytes', async () => {
    const backup = join(folder, 'backup');
    const [line] = await runBlock('backup', {
      BACKUP: backup,
      HOME: folder,
      SLIPWAY_DATABASE_URL: `sqlite:${folder}/slipway.db`,
      SLIPWAY_STORAGE_URL: `file:${folder}/blobs`,
    });
    assert.match(line ?? '', /^Backed up 2 artifacts, 22 bytes/);
    await mkdir(join(folder, 'data'));
    await runBlock('restore', { BACKUP: backup }, folder);
    const restored = await startService({ folder: join(folder, 'data') });
    try {
      assert.equal(await downloadLatest(restored, 'hello'), 'hello 1.1.0');
    } finally {
      await restored.stop();
    }
  });

  test('a restore deletes neither the existing data nor a backup inside it', async () => {
    const home = join(folder, 'careless');
    const inside = join(home, 'data', 'backup');
    await mkdir(join(inside, 'blobs'), { recursive: true });
    await writeFile(join(inside, 'slipway.db'), 'the only copy');
    await runBlock('restore', { BACKUP: 'data/backup' }, home).catch(() => undefined);
    const files = await readdir(home, { recursive: true });
    assert.ok(
      files.some((path) => path.endsWith(join('backup', 'slipway.db'))),
      files.join('\n'),
    );
  });

  test('no command is run from a registry, where someone else could own its name', async () => {
    const documents = (await readdir(join(root, 'docs'), { recursive: true })).filter((name) =>
      name.endsWith('.md'),
    );
    for (const name of ['README.md', 'deploy/README.md', ...documents.map((each) => `docs/${each}`)])
      for (const [line] of (await read(name)).matchAll(/.*\bnpx .*slipway.*/g))
        assert.match(line, /npx (?:--yes )?\.\/|not run them by `npx/, `${name}: ${line}`);
  });

  test('a bad release is withdrawn by three commands, and the one before is offered', async () => {
    await publish(instance, 'hello', '1.2.0');
    assert.equal(await downloadLatest(instance, 'hello'), 'hello 1.2.0');
    const env = { SLIPWAY_URL: instance.baseUrl, SLIPWAY_KEY: adminKey, SLIPWAY_APP: 'hello', BAD: '1.2.0' };
    const output = await runBlock('withdraw', { ...env, HOME: folder });
    for (const part of [/offered 1\.2\.0/, /[Ww]ithdrew|[Ww]ithdrawn/, /[Pp]runed|[Rr]emoved/])
      assert.match(output.join('\n'), part);
    assert.equal(await downloadLatest(instance, 'hello'), 'hello 1.1.0');
  });

  test('a bad release is withdrawn by curl, the one before is offered, and its bytes are stopped', async () => {
    const env = { SLIPWAY_URL: instance.baseUrl, KEY: adminKey, APP: 'hello' };
    const [explained = '', withdrawn, offered, pruned] = await runBlock('recall', env);
    assert.equal(JSON.parse(explained).release.version, '1.1.0');
    assert.deepEqual([withdrawn, offered, pruned], ['withdrawn', '1.0.0', 'pruned']);
    assert.equal(await downloadLatest(instance, 'hello'), 'hello 1.0.0');
  });

  test('a leaked key is revoked, and its actions are found', async () => {
    const scopes = ['publish', 'read', 'manage'] as const;
    const { key, secret } = await instance.client.createKey('hello', { name: 'ci', scopes: [...scopes] });
    const thief = createClient({ baseUrl: instance.baseUrl, key: secret, fetch: dialFetch });
    await thief.createRelease('hello', { version: '6.6.6' });
    const { key: second } = await thief.createKey('hello', { name: 'backdoor', scopes: ['publish'] });
    const env = {
      SLIPWAY_URL: instance.baseUrl,
      SLIPWAY_KEY: adminKey,
      SLIPWAY_APP: 'hello',
      LEAKED: key.id,
    };
    const output = (await runBlock('leaked', { ...env, HOME: folder })).join('\n');
    for (const part of [/Revoked key_/, /release\.create .*6\.6\.6/, /key\.create .*backdoor/])
      assert.match(output, part);
    assert.match(output, new RegExp(`^${second.id} +backdoor`, 'm'));
    assert.match(output, /^6\.6\.6 .*draft/m);
    await assert.rejects(thief.getApp('hello'), /unauthorized|401|key/i);
  });

  test('every metric that an alert names is one of the service', async () => {
    const markdown = await read('docs/OPERATIONS.md');
    const rules = [...markdown.matchAll(/\n```yaml\n(groups:[\s\S]*?)```\n/g)].map(([, block]) => block);
    assert.equal(rules.length, 2);
    const reference = await read('docs/reference/metrics.md');
    const metrics = new Set([...reference.matchAll(/^\| `(slipway_[a-z_]+)/gm)].map(([, name]) => name));
    for (const [name] of rules.join('').matchAll(/slipway_[a-z_]+/g)) assert.ok(metrics.has(name), name);
  });

  alarmTests(() => instance, 'hello');

  test('an upgrade installs what the walk of deploy/ installs', async () => {
    const [install] = /npm ci [^\n]*/.exec(readmeBlock('install')) ?? [];
    const [, upgrading = ''] = (await read('docs/OPERATIONS.md')).split('\n## Upgrading\n');
    assert.ok(install !== undefined && upgrading.includes(install), install);
  });

  test('no document advises publishing an old build under a new version', async () => {
    for (const name of ['README.md', 'docs/OPERATIONS.md', 'docs/reference/cli.md'])
      assert.doesNotMatch(
        await read(name),
        /(?<!Do not publish the )old \*?build\*?,? under a \*?newer/,
        name,
      );
  });
});
