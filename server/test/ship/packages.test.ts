import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startBackends } from '../../../lab/backends.ts';
import { openFolder, type TemporaryFolder } from '../../../lab/folder.ts';
import { sha256Of } from '../../../lab/publisher.ts';
import { writeChecksums } from '../../../scripts/ship/checksums.ts';
import { packAll } from '../../../scripts/ship/packages.ts';
import { adminKeyIn, endLast, releaseWith, start } from './shipped.ts';

/* The published tarballs: run by `npx`, or installed, without a registry. */

const run = promisify(execFile);

/** This Node.js, posing as an older version. */
const asOld =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.1.0"}})';

describe('the packages', () => {
  let folder: TemporaryFolder;
  let dist: string;
  let server: string;
  let cli: string;
  const at = (...names: string[]) => join(folder.path, ...names);
  const env = () => ({
    PATH: process.env.PATH ?? '',
    HOME: at('home'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  });
  before(async () => {
    folder = await openFolder('packages');
    dist = at('dist');
    [server = '', cli = ''] = await packAll(dist);
    await run('npm', ['install', '--global', '--prefix', at('installed'), server, cli], { env: env() });
  });
  after(() => folder.remove());

  const installed = (...names: string[]) =>
    at('installed', 'lib', 'node_modules', '@slipway', 'server', ...names);

  test('need nothing else: no dependencies, no scripts', async () => {
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    assert.deepEqual(
      [server, cli].map((path) => basename(path)),
      [`slipway-server-${version}.tgz`, `slipway-cli-${version}.tgz`],
    );
    const manifest = JSON.parse(await readFile(installed('package.json'), 'utf8'));
    assert.deepEqual(Object.keys(manifest), [
      'name',
      'version',
      'description',
      'license',
      'type',
      'bin',
      'engines',
    ]);
    assert.deepEqual(manifest.engines, { node: '>=24' });
    assert.ok((await stat(server)).size < 2e6 && (await stat(cli)).size < 1e6);
  });

  test('contain no docs or images', async () => {
    const names = await readdir(at('installed', 'lib', 'node_modules', '@slipway'), { recursive: true });
    assert.ok(names.length > 20);
    assert.deepEqual(
      names.filter((name) => /\.(?:png|svg)$|docs\//.test(name)),
      [],
    );
  });

  test('include licenses, and load the code for PostgreSQL and S3 only if it is used', async () => {
    const licenses = await readFile(installed('THIRD-PARTY-LICENCES.txt'), 'utf8');
    for (const name of ['fastify', 'pg', '@aws-sdk/client-s3', 'kysely', '@noble/hashes'])
      assert.match(licenses, new RegExp(`^${name} \\d`, 'm'));
    const { stdout } = await run(
      process.execPath,
      [
        '--import',
        'data:text/javascript,import { registerHooks } from "node:module"; registerHooks({ load: (url, context, next) => { process.stderr.write(url + "\\n"); return next(url, context); } });',
        installed('slipway-server.cjs'),
        'migrate',
        '--create',
      ],
      { cwd: folder.path, env: { LOG_LEVEL: 'info' } },
    ).then(({ stderr }) => ({ stdout: stderr }));
    assert.match(stdout, /chunks\/sqlite-/);
    assert.doesNotMatch(stdout, /chunks\/(?:postgres|blobs-s3|dist-cjs)-/);
  });

  test('match SHA256SUMS, and an older signature is removed', async () => {
    await writeFile(join(dist, 'SHA256SUMS.minisig'), 'of earlier ones');
    const lines = (await readFile(await writeChecksums(dist), 'utf8')).trim().split('\n');
    assert.deepEqual((await readdir(dist)).sort(), ['SHA256SUMS', basename(cli), basename(server)]);
    for (const line of lines) {
      const [sum, name = ''] = line.split('  ');
      assert.equal(sha256Of(await readFile(join(dist, name))), sum, name);
    }
    assert.equal(lines.length, 2);
  });

  test('are reproducible', async () => {
    const [again = '', cliAgain = ''] = await packAll(at('again'));
    assert.deepEqual(await readFile(again), await readFile(server));
    assert.deepEqual(await readFile(cliAgain), await readFile(cli));
  });

  test('npx starts the service in an empty folder and publishes to it', async () => {
    const where = { folder: at('npx'), env: { ...env(), PORT: '0' } };
    await mkdir(where.folder);
    for (const path of [server, cli]) await copyFile(path, join(where.folder, basename(path)));
    const service = await start(['npx', '--yes', `./${basename(server)}`], where);
    try {
      const key = await adminKeyIn(service.folder);
      const slipway = ['npx', '--yes', `./${basename(cli)}`];
      await releaseWith(slipway, { service, key, env: env() });
    } finally {
      await endLast(service.program);
    }
    assert.equal(await service.program.exitCode, 0);
  });

  test('the installed command starts with and without an argument, also on PostgreSQL and S3', async () => {
    const command = at('installed', 'bin', 'slipway-server');
    const files = await start([command, 'start'], { folder: at('files'), env: { ...env(), PORT: '0' } });
    assert.equal(await files.program.stop(), 0);
    const engines = await startBackends();
    const key = 'an-admin-key-of-the-package-0123456789';
    const more = { ...engines.env, PORT: '0', SLIPWAY_ADMIN_KEY: key };
    try {
      const service = await start([command], { folder: at('engines'), env: { ...env(), ...more } });
      await releaseWith([at('installed', 'bin', 'slipway')], { service, key, env: env() });
      assert.equal(await service.program.stop(), 0);
    } finally {
      await engines.stop();
    }
  });

  test('an older Node.js gets one sentence that says what is needed', async () => {
    const old = run(process.execPath, ['--import', asOld, installed('slipway-server.cjs')], { env: {} });
    const { code, stdout, stderr } = await old.then(
      () => assert.fail('it started'),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      /^Slipway needs Node\.js 24 or later, and this is v[\d.]+: install that, or .*\.\n$/,
    );
  });
});
