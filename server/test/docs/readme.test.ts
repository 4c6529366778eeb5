import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@slipway/api';
import { dial, dialFetch } from '../../../lab/dial.ts';
import { createPublisher } from '../../../lab/publisher.ts';
import { type Service, startService } from '../../../lab/service.ts';

const read = (path: string): Promise<string> =>
  readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The code block after a marker, unchanged. */
const blockAfter = (markdown: string, marker: string): string => {
  const at = markdown.indexOf(`<!-- ${marker}`);
  const block = /```\w+\n([\s\S]*?)```/.exec(markdown.slice(at))?.[1];
  assert.ok(at !== -1 && block !== undefined, `there is no block "${marker}"`);
  return block;
};

/** Skips the user's shell startup file. */
const bare = (shell: string): string[] => (shell === 'bash' ? ['--norc'] : []);

const untilNextSecond = () => sleep(1001 - (Date.now() % 1000));

describe('GETTING-STARTED and CLIENTS, run as written', () => {
  let service: Service;
  let folder: string;
  let adminKey: string;
  before(async () => {
    // As a new user starts it: no settings except a free port.
    service = await startService({ omitsDefaultEnv: true, env: { PORT: '0' } });
    folder = service.folder;
    adminKey = (await readFile(join(folder, 'data', 'admin-key'), 'utf8')).trim();
  });
  after(() => service.stop());

  /** Pastes the first-release block into a shell. */
  const pasteFirstRelease = async (
    shell: string,
    key = adminKey,
  ): Promise<{ stdout: string; stderr: string }> =>
    promisify(execFile)(
      shell,
      [...bare(shell), '-c', blockAfter(await read('docs/GETTING-STARTED.md'), 'first-release')],
      {
        cwd: folder,
        env: {
          PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
          TMPDIR: folder,
          SLIPWAY_URL: service.baseUrl,
          ADMIN_KEY: key,
        },
      },
    );

  const assertReleased = (
    { stdout, stderr }: { stdout: string; stderr: string },
    downloads: number,
  ): void => {
    assert.equal(stderr, '');
    const [state, offer = '', upToDate, checked, usage = ''] = stdout.trim().split('\n');
    assert.equal(state, 'published');
    const { version, url } = JSON.parse(offer);
    assert.match(version, /^1\.0\.\d+$/);
    assert.match(url, /^http:\/\/hello\.localhost:\d+\/releases\/download\/rel_\w+\/linux-x86_64$/);
    assert.equal(upToDate, '204');
    assert.equal(checked, 'the published bytes were downloaded');
    assert.deepEqual(JSON.parse(usage).usage.totals, { bytes: 19 * downloads, downloads });
  };

  test('what start says to try next, and then its first release, again and again, in any shell', async () => {
    const [, command = ''] = await service.waitForOutput(/^Next: .*\n +(curl .*)\n/m);
    const tried = await promisify(execFile)('sh', ['-c', command]);
    assert.equal(JSON.parse(tried.stdout).app?.slug, 'my-app', tried.stdout);
    const shells = ['bash', 'sh', 'zsh'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0);
    for (const [index, shell] of shells.entries()) {
      if (index > 0) await untilNextSecond();
      assertReleased(await pasteFirstRelease(shell), index + 1);
    }
  });

  test('a check by the Host header gets the offer', async () => {
    const block = blockAfter(await read('docs/GETTING-STARTED.md'), 'host:').trim();
    const here = block.replaceAll('localhost:8080', `localhost:${service.port}`);
    const { stdout } = await promisify(execFile)('sh', ['-c', here]);
    assert.match(JSON.parse(stdout).version, /^1\.0\.\d+$/);
  });

  test('its first release ends at the first refusal, which it shows', async () => {
    const refused = await pasteFirstRelease('sh', 'slw_adm_wrong').then(
      () => assert.fail('it went on'),
      (error: { stdout: string; stderr: string }) => error,
    );
    assert.equal(refused.stdout, '');
    assert.match(refused.stderr, /"code":"unauthorized"/);
    assert.doesNotMatch(refused.stderr, /\n {4}at /);
  });

  test('its code for Electron finds an update, downloads it and refuses other bytes', async (t) => {
    const file = join(folder, 'electron.mjs');
    await writeFile(file, blockAfter(await read('docs/CLIENTS.md'), 'electron:'));
    const { findUpdate, download } = await import(pathToFileURL(file).href);
    const bytes = Buffer.from('the bytes of a build');
    const publicUrl = await publishFor({ baseUrl: service.baseUrl, adminKey }, bytes);
    // Node's fetch resolves *.localhost by DNS; this one connects directly.
    t.mock.method(globalThis, 'fetch', async (address: string) => {
      const { status, body } = await dial(address);
      return new Response(status === 204 ? null : Buffer.from(body), { status });
    });
    const update = await findUpdate('1.0.0', `${publicUrl}/releases/stable`);
    assert.equal(update.version, '1.1.0');
    assert.deepEqual(await download(update), bytes);
    assert.equal(await findUpdate('1.1.0', `${publicUrl}/releases/stable`), undefined);
    await assert.rejects(download({ ...update, sha256: '0'.repeat(64) }), /not the published bytes/);
    await assert.rejects(findUpdate('1.0.0', `${publicUrl}/nowhere`), /answered 404/);
  });
});

/** Slipway's platform names for this machine. */
const systems: Record<string, string> = { win32: 'windows', darwin: 'darwin', linux: 'linux' };
const arches: Record<string, string> = { x64: 'x86_64', arm64: 'aarch64', ia32: 'i686', arm: 'armv7' };

/** Publishes 1.1.0 of an app with the adapter `rest` for this machine. */
const publishFor = async (
  { baseUrl, adminKey }: { baseUrl: string; adminKey: string },
  bytes: Buffer,
): Promise<string> => {
  const client = createClient({ baseUrl, key: adminKey, fetch: dialFetch });
  const { app } = await client.createApp({ slug: 'electron-app', adapter: 'rest' });
  const target = `${systems[process.platform]}-${arches[process.arch]}`;
  const piece = { target, format: '.zip', bytes };
  await createPublisher(client, app.slug).publish({ version: '1.1.0' }, [piece]);
  return app.publicUrl;
};
