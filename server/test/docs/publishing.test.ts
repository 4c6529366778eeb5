import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stoppingCodes, strictCodes } from '@slipway/build-files/mistake.ts';
import { writeFiles } from '../../../cli/test/folder.ts';
import { electronFeed } from '../../../cli/test/import/old-place.ts';
import { adminKey, type Service, startService } from '../../../lab/service.ts';
import { openPage, read } from './run-block.ts';

const document = 'docs/PUBLISHING.md';
const app = 'hello';
const image = { name: 'Hello-1.0.0.AppImage', bytes: 'the bytes of 1.0.0' };

describe('docs/PUBLISHING.md, run as written', { concurrency: false }, () => {
  const page = openPage(document);
  let folder: string;
  let project: string;
  let service: Service;
  let env: Record<string, string>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-publishing-'));
    project = join(folder, 'project');
    await writeFiles(project, {
      'package.json': '{ "name": "hello", "version": "1.0.0" }',
      'dist/latest-linux.yml': electronFeed('1.0.0', [image]),
      [`dist/${image.name}`]: image.bytes,
    });
    await writeFiles(folder, { 'hello.AppImage': 'the bytes of hello', 'hello-setup.exe': 'an installer' });
    await mkdir(join(folder, 'data'));
    service = await startService({ folder: join(folder, 'data') });
    await service.client.createApp({ slug: app, adapter: 'rest' });
    env = { SLIPWAY_URL: service.baseUrl, SLIPWAY_KEY: adminKey, SLIPWAY_APP: app, HOME: folder };
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (marker: string, cwd = folder): Promise<string> => page.run(marker, env, cwd);

  const releaseOf = async (version: string, channel = 'stable') => {
    const { releases } = await service.client.listReleases(app);
    const found = releases.find((one) => one.version === version && one.channel === channel);
    return found ?? assert.fail(`there is no ${version} on ${channel}`);
  };

  const targetsOf = async (version: string): Promise<string[]> =>
    (await releaseOf(version)).artifacts.map(({ target }) => target).sort();

  test('a build is found and published', async () => {
    assert.match(await run('publish', project), /Published hello 1\.0\.0 on stable/);
    assert.deepEqual(await targetsOf('1.0.0'), ['linux-x86_64']);
  });

  test('files are published by platform', async () => {
    await run('files');
    assert.deepEqual(await targetsOf('1.1.0'), ['linux-x86_64', 'windows-x86_64']);
    assert.equal((await releaseOf('1.1.0')).notes, 'Dark mode.');
  });

  test('jobs of a matrix upload, and the last one publishes', async () => {
    await run('matrix');
    assert.deepEqual(await targetsOf('1.2.0'), ['linux-x86_64', 'windows-x86_64']);
    assert.equal((await releaseOf('1.2.0')).state, 'published');
  });

  test('a mistake is ignored with --allow', async () => {
    await run('allow');
    assert.deepEqual(await targetsOf('1.2.1'), ['linux-x86_64']);
  });

  test('a beta is published and promoted, and its clients are also offered stable releases', async () => {
    await run('channels');
    const { channels } = await service.client.listChannels(app);
    assert.equal(channels.find(({ name }) => name === 'beta')?.alsoOffers, 'stable');
    await run('promote');
    assert.equal((await releaseOf('1.3.0')).state, 'published');
  });

  test('rules are set and removed', async () => {
    await run('rules');
    const { milestone, critical, heldTargets, from } = await releaseOf('1.3.0');
    assert.deepEqual([milestone, critical, heldTargets, from], [undefined, undefined, undefined, undefined]);
  });

  test('a release is withdrawn and restored, and files are deleted', async () => {
    await run('withdraw');
    assert.equal((await releaseOf('1.3.0')).state, 'published');
    assert.deepEqual(
      (await releaseOf('1.0.0')).artifacts.map(({ state }) => state),
      ['pruned'],
    );
  });

  test('the download page, a domain and the download limit are changed', async () => {
    await run('page');
    assert.equal((await service.client.getApp(app)).app.page, true);
    // `check` fails where the name does not resolve, which depends on the machine.
    await run('domain').catch(({ code }: { code: number }) => assert.equal(code, 1));
    const { domains } = await service.client.listDomains(app);
    assert.deepEqual(
      domains.map(({ domain }) => domain),
      ['downloads.example.com'],
    );
    await run('usage');
    assert.equal((await service.client.getApp(app)).app.allowanceBytes, null);
  });

  test('every command block was run', () => page.assertAllRun());
});

test('docs/PUBLISHING.md lists every mistake that stops a publish, and every other warning', async () => {
  const [, section = ''] = (await read(document)).split('\n## Mistakes that stop a publish\n');
  const [body = ''] = section.split('\n## ', 1);
  const codesIn = (text: string) =>
    [...text.matchAll(/`([a-z0-9]+(?:-[a-z0-9]+)+)`/g)].map(([, code]) => code);
  const firstCells = [...body.matchAll(/^\| (`.+?`) \|/gm)].map(([, cell = '']) => cell).join(' ');
  assert.deepEqual(codesIn(firstCells).sort(), [...stoppingCodes].sort());
  const [, others = ''] = /Other warnings [^:]+: ([\s\S]*?)\. An/.exec(body) ?? [];
  assert.deepEqual(codesIn(others).sort(), [...strictCodes].sort());
});
