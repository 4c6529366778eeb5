import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startBackends } from '../../../lab/backends.ts';
import { dial } from '../../../lab/dial.ts';
import { createPublisher } from '../../../lab/publisher.ts';
import { type Service, startService } from '../../../lab/service.ts';
import { readmeBlock } from '../../../scripts/check-deploy/readme-block.ts';
import { alarmTests } from './alarm.ts';
import { read, root, runBlock as runDocumentBlock } from './run-block.ts';

/** Runs the shell block after a marker of docs/OPERATIONS.md unchanged. */
const runBlock = (marker: string, env: Record<string, string>, cwd = root): Promise<string[]> =>
  runDocumentBlock(['docs/OPERATIONS.md', marker], env, cwd);

/** Every document of the repository but its history. */
const listDocuments = (): string[] =>
  execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((name) => name !== 'CHANGELOG.md');

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

  test('a working server is ready', async () => {
    const [line = ''] = await runBlock('ready', { SLIPWAY_URL: instance.baseUrl });
    assert.equal(JSON.parse(line).status, 'ready');
  });

  test('a backup taken while the service runs is restored and serves the same bytes', async () => {
    const backup = join(folder, 'backup');
    const [line] = await runBlock('backup', {
      BACKUP: backup,
      HOME: folder,
      SLIPWAY_DATABASE_URL: `sqlite:${folder}/slipway.db`,
      SLIPWAY_STORAGE_URL: `file:${folder}/blobs`,
    });
    assert.match(line ?? '', /^Backed up the database and 2 artifacts \(22 bytes\)/);
    await mkdir(join(folder, 'data'));
    await runBlock('restore', { BACKUP: backup }, folder);
    const restored = await startService({ folder: join(folder, 'data') });
    try {
      assert.equal(await downloadLatest(restored, 'hello'), 'hello 1.1.0');
    } finally {
      await restored.stop();
    }
  });

  test('everything is moved to PostgreSQL and S3', async () => {
    const source = join(folder, 'backup');
    const backends = await startBackends();
    try {
      const {
        SLIPWAY_DATABASE_URL: NEW_DATABASE = '',
        SLIPWAY_STORAGE_URL: NEW_STORAGE = '',
        ...credentials
      } = backends.env;
      const output = await runBlock('move', {
        ...{ NEW_DATABASE, NEW_STORAGE, ...credentials, HOME: folder },
        SLIPWAY_DATABASE_URL: `sqlite:${source}/slipway.db`,
        SLIPWAY_STORAGE_URL: `file:${source}/blobs`,
      });
      assert.match(output.join('\n'), /Moved and verified 2 artifacts/);
      const moved = await startService({ folder: source, env: backends.env });
      try {
        assert.equal(await downloadLatest(moved, 'hello'), 'hello 1.1.0');
      } finally {
        await moved.stop();
      }
    } finally {
      await backends.stop();
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
    for (const name of listDocuments())
      for (const [line] of (await read(name)).matchAll(/.*\bnpx .*slipway.*/g))
        assert.match(line, /npx (?:--yes )?\.\/|not run them by `npx/, `${name}: ${line}`);
  });

  test('every metric on the page and in its alerts is one of the server', async () => {
    const code = await Promise.all(
      ['server/src/http/metrics/metrics.ts', 'server/src/process-metrics.ts'].map(read),
    );
    const metrics = new Set([...code.join('\n').matchAll(/'(slipway_[a-z_]+)'/g)].map(([, name]) => name));
    assert.ok(metrics.size > 5, 'metrics are named in another way now');
    const markdown = await read('docs/OPERATIONS.md');
    assert.equal(markdown.match(/\n```yaml\ngroups:/g)?.length, 2);
    for (const [name] of markdown.matchAll(/slipway_[a-z_]+/g)) assert.ok(metrics.has(name), name);
  });

  alarmTests(() => instance, 'hello');

  test('an upgrade installs what the walk of deploy/ installs', async () => {
    const [install] = /npm ci [^\n]*/.exec(readmeBlock('install')) ?? [];
    const [, upgrade = ''] = (await read('docs/OPERATIONS.md')).split('\n## Upgrade\n');
    assert.ok(install !== undefined && upgrade.includes(install), install);
  });
});
