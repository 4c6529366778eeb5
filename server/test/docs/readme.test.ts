import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@slipway/api';
import { ask, askAsFetch } from '../../../scripts/demo/ask.ts';
import { type Instance, startInstance } from '../../../scripts/demo/instance.ts';
import { readConfig } from '../../src/config/config.ts';

const adminKey = 'an-admin-key-for-the-readme-tests-0001';
const read = (path: string): Promise<string> =>
  readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The code block that follows a marker, as it stands. */
const blockAfter = (markdown: string, marker: string): string => {
  const at = markdown.indexOf(`<!-- ${marker}`);
  const block = /```\w+\n([\s\S]*?)```/.exec(markdown.slice(at))?.[1];
  assert.ok(at !== -1 && block !== undefined, `the README has no block "${marker}"`);
  return block;
};

describe('the README, run as written', () => {
  let folder: string;
  let instance: Instance;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-readme-'));
    instance = await startInstance(folder, adminKey);
  });
  after(async () => {
    await instance.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('its first release is published, offered, downloaded and counted', async () => {
    const script = blockAfter(await read('README.md'), 'first-release');
    const { stdout, stderr } = await promisify(execFile)(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', script],
      {
        cwd: folder,
        env: {
          PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
          SLIPWAY_URL: instance.baseUrl,
          ADMIN_KEY: adminKey,
        },
      },
    );
    assert.equal(stderr, '');
    const [state, offer = '', upToDate, checked, usage = ''] = stdout.trim().split('\n');
    assert.equal(state, 'published');
    const { version, url } = JSON.parse(offer);
    assert.equal(version, '1.0.0');
    assert.match(url, /^http:\/\/hello\.localhost:\d+\/releases\/download\/rel_\w+\/linux-x86_64$/);
    assert.equal(upToDate, '204');
    assert.equal(checked, 'hello-1.0.0-linux-x86_64.AppImage: OK');
    assert.deepEqual(JSON.parse(usage).usage.totals, { bytes: 25, downloads: 1 });
  });

  test('its code for Electron finds an update, downloads it and refuses other bytes', async (t) => {
    const file = join(folder, 'electron.mjs');
    await writeFile(file, blockAfter(await read('README.md'), 'electron'));
    const { findUpdate, download } = await import(pathToFileURL(file).href);
    const bytes = Buffer.from('the bytes of a build');
    const publicUrl = await publishFor(instance, bytes);
    // Node's own fetch asks the resolver for *.localhost; this one dials it.
    t.mock.method(globalThis, 'fetch', async (address: string) => {
      const { status, body } = await ask(address);
      return new Response(status === 204 ? null : Buffer.concat(await body.toArray()), { status });
    });
    const update = await findUpdate('1.0.0', `${publicUrl}/releases/stable`);
    assert.equal(update.version, '1.1.0');
    assert.deepEqual(await download(update), bytes);
    assert.equal(await findUpdate('1.1.0', `${publicUrl}/releases/stable`), undefined);
    await assert.rejects(download({ ...update, sha256: '0'.repeat(64) }), /not the published bytes/);
    await assert.rejects(findUpdate('1.0.0', `${publicUrl}/nowhere`), /answered 404/);
  });
});

/** Slipway's words for the machine that this runs on. */
const systems: Record<string, string> = { win32: 'windows', darwin: 'darwin', linux: 'linux' };
const arches: Record<string, string> = { x64: 'x86_64', arm64: 'aarch64', ia32: 'i686', arm: 'armv7' };

/** Publishes 1.1.0 of an app with the adapter `rest` for the machine that this runs on. */
const publishFor = async ({ baseUrl }: Instance, bytes: Buffer): Promise<string> => {
  const client = createClient({ baseUrl, key: adminKey, fetch: askAsFetch });
  const { app } = await client.createApp({ slug: 'electron-app', adapter: 'rest' });
  const { release } = await client.createRelease(app.slug, { version: '1.1.0' });
  const { uploadUrl, headers } = await client.presignArtifact(app.slug, {
    version: '1.1.0',
    target: `${systems[process.platform]}-${arches[process.arch]}`,
    format: '.zip',
    size: bytes.length,
    sha256: await sha256Of(bytes),
  });
  assert.equal((await ask(uploadUrl, { method: 'PUT', headers, body: bytes })).status, 200);
  await client.publishRelease(app.slug, release.id);
  return app.publicUrl;
};

const sha256Of = async (bytes: Buffer): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');

describe('the configuration table of the README', () => {
  const rowsOf = (readme: string): Map<string, string> =>
    new Map(
      [...readme.matchAll(/^\| `([A-Z_]+)` \| (.+?) \|/gm)].map(([, name = '', value = '']) => [name, value]),
    );

  test('has every variable that the service reads, and no other', async () => {
    const source = await read('server/src/config/config.ts');
    const inCode = source.matchAll(/'((?:SLIPWAY_\w+)|PORT|HOST)'|env\.([A-Z_]+)/g);
    const known = new Set([...inCode].map(([, quoted, dotted]) => quoted ?? dotted ?? ''));
    assert.ok(known.size > 10, 'config.ts is read in another way now');
    assert.deepEqual([...rowsOf(await read('README.md')).keys()].sort(), [...known].sort());
  });

  test('gives the defaults that the service has', async () => {
    const rows = rowsOf(await read('README.md'));
    const config = readConfig({});
    const onPostgres = readConfig({ SLIPWAY_DATABASE_URL: 'postgres://localhost/slipway' });
    const file = config.database.kind === 'sqlite' ? config.database.file : '';
    const defaults = {
      PORT: config.listen.port,
      HOST: config.listen.host,
      SLIPWAY_DATABASE_URL: `\`sqlite:${file}\``,
      SLIPWAY_DATABASE_POOL: onPostgres.database.kind === 'postgres' ? onPostgres.database.poolSize : 0,
      SLIPWAY_STORAGE_URL: `\`file:${config.storage.kind === 'files' ? config.storage.root : ''}\``,
      SLIPWAY_MAX_ARTIFACT_BYTES: config.maxArtifactBytes,
      SLIPWAY_WORKERS: config.workers,
      SLIPWAY_CATALOG_MIB: config.catalogBytes / 1024 ** 2,
      SLIPWAY_DRAIN_SECONDS: config.drainSeconds,
      LOG_LEVEL: config.logLevel,
    };
    for (const [name, value] of Object.entries(defaults)) assert.equal(rows.get(name), String(value), name);
  });
});
