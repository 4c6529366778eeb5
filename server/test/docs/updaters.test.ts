import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { forgeBuild } from '../../../cli/test/discover/forge-build.ts';
import { signature, sparkleBuild } from '../../../cli/test/discover/sparkle-build.ts';
import { writeFiles } from '../../../cli/test/folder.ts';
import { project, writeBuilds } from '../../../cli/test/recipes/builds.ts';
import { dial } from '../../../lab/dial.ts';
import { adminKey, type Service, startService } from '../../../lab/service.ts';
import { blockOf, openPage } from './run-block.ts';
import { writeBuildTools } from './stand-ins.ts';

/* The publish commands of README.md and docs/CLIENTS.md, with fake build tools; clients/ runs the real updaters. */

const firstScreen = ['clone', 'setup', 'release', 'check'].map((name) => `first screen: ${name}`);
const runByClients = ['electron-updater', 'velopack', 'cargo-packager'];

describe('the publish commands of README and CLIENTS, run as written', { concurrency: false }, () => {
  const readme = openPage('README.md', [...firstScreen, 'demo']);
  const clients = openPage('docs/CLIENTS.md', runByClients);
  let folder: string;
  let service: Service;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-updaters-'));
    await mkdir(join(folder, 'data'));
    [service] = await Promise.all([
      startService({ folder: join(folder, 'data') }),
      writeBuilds(join(folder, 'builds')),
      writeFiles(join(folder, 'builds/forge'), forgeBuild),
      writeBuildTools(join(folder, 'tools')),
    ]);
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A new app and a folder with these files. */
  const open = async (slug: string, files: Record<string, string | Buffer>, adapter = 'rest') => {
    await service.client.createApp({ slug, adapter });
    const cwd = join(folder, slug);
    await mkdir(cwd);
    await writeFiles(cwd, files);
    const env = {
      ...{ SLIPWAY_URL: service.baseUrl, SLIPWAY_KEY: adminKey, SLIPWAY_APP: slug, HOME: folder },
      ...{ tools: join(folder, 'tools'), BUILDS: join(folder, 'builds'), SIGNATURE: signature },
    };
    return { cwd, env };
  };

  const publishedBy = async (slug: string): Promise<string[]> => {
    const { releases } = await service.client.listReleases(slug);
    assert.ok(releases.every(({ state }) => state === 'published'));
    return releases.flatMap(({ version, artifacts }) =>
      artifacts.map(({ target }) => `${version} ${target}`),
    );
  };

  for (const [name, page] of [
    ['README', readme],
    ['CLIENTS', clients],
  ] as const)
    test(`${name}: a Tauri project is built and published`, async () => {
      const slug = `tauri-${name.toLowerCase()}`;
      const { cwd, env } = await open(slug, project, 'tauri');
      await page.run('tauri', env, cwd);
      assert.ok((await publishedBy(slug)).includes('1.2.0 linux-x86_64'));
    });

  test('README: an Electron project is built and published; CLIENTS: its feed offers it', async () => {
    const { cwd, env } = await open('electron', project);
    await readme.run('electron', env, cwd);
    assert.ok((await publishedBy('electron')).includes('1.2.0 linux-x86_64'));
    assert.match(await clients.run('feeds', env, cwd), /feeds\/electron\/stable\/latest-linux\.yml/);
  });

  test('CLIENTS: the output of Electron Forge is published', async () => {
    const { cwd, env } = await open('forge', {});
    await clients.run('forge', env, cwd);
    const published = await publishedBy('forge');
    for (const target of ['windows-x86_64', 'windows-setup-x86_64', 'windows-msix-x86_64', 'darwin-aarch64'])
      assert.ok(published.includes(`1.1.0 ${target}`), published.join('\n'));
  });

  test('CLIENTS: an appcast and a single signed image are published for Sparkle', async () => {
    const { cwd, env } = await open('sparkle', { ...sparkleBuild, 'App.dmg': 'image' });
    await clients.run('sparkle', env, cwd);
    const published = await publishedBy('sparkle');
    for (const one of ['1.10 darwin-universal', '1.11 darwin-universal'])
      assert.ok(published.includes(one), published.join('\n'));
  });

  test('CLIENTS: an installer with a signature is in the appcast of WinSparkle', async () => {
    const { cwd, env } = await open('winsparkle', { 'Setup.exe': 'installer' });
    await clients.run('winsparkle', env, cwd);
    const feed = await dial(
      `http://winsparkle.localhost:${service.port}/feeds/sparkle/stable/windows/appcast.xml`,
    );
    assert.ok(feed.text().includes(signature), feed.text());
  });

  test('CLIENTS: the zsync address that is built in leads to the zsync file', async () => {
    const { cwd, env } = await open('zsync', {});
    await clients.run('zsync', env, cwd);
    const [, address = ''] = /zsync\|(\S+)'/.exec(await blockOf('docs/CLIENTS.md', 'zsync')) ?? [];
    const { status } = await dial(
      address.replace('https://hello.updates.example.com', `http://zsync.localhost:${service.port}`),
    );
    assert.equal(status, 200, address);
  });

  test('every command block was run', async () => {
    await readme.assertAllRun();
    await clients.assertAllRun();
  });
});
