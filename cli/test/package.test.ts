import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { pack } from '../scripts/pack.ts';
import { makeFolder } from './folder.ts';
import { adminKey, type Service, startService } from './service.ts';

/* Tests the published tarball and the CI recipes in clean folders. */

const rootFolder = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
let service: Service;
let folder: string;
let tarball: string;
let sha256: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-cli-package-'));
  [service, tarball] = await Promise.all([startService(), pack(folder)]);
  sha256 = createHash('sha256')
    .update(await readFile(tarball))
    .digest('hex');
  await service.client.createApp({ slug: 'acme', adapter: 'rest' });
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const environment = (home: string, more: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  HOME: home,
  SLIPWAY_URL: service.url,
  SLIPWAY_KEY: adminKey,
  SLIPWAY_APP: 'acme',
  SLIPWAY_PACKAGE: tarball,
  SLIPWAY_PACKAGE_SHA256: sha256,
  npm_config_offline: 'true',
  ...more,
});

test('the tarball contains a package without dependencies, its licenses and its reference', async (t) => {
  const into = await makeFolder(t);
  await run('tar', ['xzf', tarball, '-C', into]);
  const manifest = JSON.parse(await readFile(join(into, 'package/package.json'), 'utf8'));
  assert.deepEqual([manifest.bin, manifest.dependencies], [{ slipway: 'slipway.js' }, undefined]);
  const licenses = await readFile(join(into, 'package/THIRD-PARTY-LICENCES.txt'), 'utf8');
  for (const name of ['commander', 'cli-progress', '@clack/prompts', 'yaml', 'saxes'])
    assert.match(licenses, new RegExp(`^${name} \\d`, 'm'));
  assert.match(await readFile(join(into, 'package/README.md'), 'utf8'), /^# CLI reference/);
});

test('startup needs less than three times the CPU time of Node alone', async (t) => {
  const into = await makeFolder(t);
  await run('tar', ['xzf', tarball, '-C', into]);
  const empty = join(into, 'empty.mjs');
  await writeFile(empty, '');
  const report =
    "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write(String((user + system) / 1000)); })";
  const hook = `data:text/javascript,${encodeURIComponent(report)}`;
  /** The minimum of five runs, because other processes slow some of them down. */
  const leastCpuMs = async (...words: string[]): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1)
      times.push(Number((await run(process.execPath, ['--import', hook, ...words])).stderr));
    return Math.min(...times);
  };
  const node = await leastCpuMs(empty);
  const cli = await leastCpuMs(join(into, 'package/slipway.js'), '--version');
  t.diagnostic(`${cli.toFixed(0)} ms, Node alone ${node.toFixed(0)} ms`);
  assert.ok(cli < 3 * node, `${cli} ms, Node alone ${node} ms`);
});

test('the shell recipe publishes from a clean folder, and leaves nothing behind', async (t) => {
  const home = await makeFolder(t, { 'build/app.AppImage': 'the app' });
  const script = join(rootFolder, 'docs', 'ci', 'publish.sh');
  const words = ['--release', '1.0.0', '--target', 'linux-x86_64=build/app.AppImage', '--notes', 'by shell'];
  const options = { cwd: home, env: environment(home, { TMPDIR: home }) };
  const { stdout } = await run('sh', [script, ...words], options);
  assert.match(stdout, /^Published acme 1\.0\.0 on stable/);
  const left = (await readdir(home)).filter(
    (name) => !['build', '.npm', 'node-compile-cache'].includes(name),
  );
  assert.deepEqual(left, []);
  const { SLIPWAY_KEY: _, ...keyless } = options.env;
  await assert.rejects(
    run('sh', [script, ...words], { ...options, env: keyless }),
    /SLIPWAY_KEY: set it to a publish key/,
  );
});

test('the shell recipe runs only the verified tarball, and nothing before it has the key', async (t) => {
  const home = await makeFolder(t, {
    'build/app.AppImage': 'the app',
    'bin/tar': '#!/bin/sh\nenv > "$HOME/seen"\nexec /bin/tar "$@"\n',
  });
  await chmod(join(home, 'bin/tar'), 0o755);
  const script = join(rootFolder, 'docs', 'ci', 'publish.sh');
  const words = ['--release', '1.1.0', '--target', 'linux-x86_64=build/app.AppImage'];
  const publish = (more: Record<string, string>) =>
    run('sh', [script, ...words], { cwd: home, env: environment(home, { TMPDIR: home, ...more }) });
  await assert.rejects(publish({ SLIPWAY_PACKAGE: '' }), /SLIPWAY_PACKAGE: set it/);
  await assert.rejects(publish({ SLIPWAY_PACKAGE: 'slipway' }), /cannot stat|No such file/);
  await assert.rejects(publish({ SLIPWAY_PACKAGE_SHA256: '' }), /SLIPWAY_PACKAGE_SHA256: set it/);
  await assert.rejects(
    publish({ SLIPWAY_PACKAGE_SHA256: 'a'.repeat(64) }),
    /has the SHA-256 [0-9a-f]{64}, and/,
  );
  await publish({ PATH: `${home}/bin:${process.env.PATH}` });
  const envDump = await readFile(join(home, 'seen'), 'utf8');
  assert.match(envDump, /^SLIPWAY_APP=acme$/m);
  assert.ok(!envDump.includes(adminKey), 'the key was in the environment before the tarball was verified');
});

/** The script of a job in the GitLab recipe, one command per line. */
const gitlabScript = async (job: string): Promise<string> => {
  const recipe = parse(await readFile(join(rootFolder, 'docs', 'ci', 'gitlab-ci.yml'), 'utf8'));
  return recipe[job].script.join('\n');
};

test('the GitLab recipe publishes what its build jobs leave behind, and builds without the key', async (t) => {
  const bundles = {
    'x86_64-unknown-linux-gnu/release/bundle/appimage/Acme_3.0.0_amd64.AppImage': 'linux',
    'aarch64-apple-darwin/release/bundle/macos/Acme.app.tar.gz': 'mac',
    'x86_64-pc-windows-msvc/release/bundle/nsis/Acme_3.0.0_x64-setup.exe': 'windows',
  };
  const built = Object.entries(bundles).map(([path, text]) => [`src-tauri/target/${path}`, text]);
  const home = await makeFolder(t, { ...Object.fromEntries(built), 'CHANGELOG.md': '## 3.0.0\n\nThree.' });
  const options = { cwd: home, env: environment(home, { CI: 'true', CI_COMMIT_TAG: 'v3.0.0' }) };
  const script = await gitlabScript('publish');
  const tampered = { ...options.env, SLIPWAY_PACKAGE_SHA256: 'a'.repeat(64) };
  await assert.rejects(run('bash', ['-ec', script], { ...options, env: tampered }));
  const { stdout } = await run('bash', ['-ec', script], options);
  assert.match(stdout, /Published acme 3\.0\.0 on stable/);
  const { releases } = await service.client.listReleases('acme', {});
  assert.deepEqual(releases[0]?.artifacts.map(({ target }) => target).sort(), [
    'darwin-aarch64',
    'linux-x86_64',
    'windows-x86_64',
  ]);
  // The key's variable is scoped to the environment `release`, which the build job does not have.
  const recipe = parse(await readFile(join(rootFolder, 'docs', 'ci', 'gitlab-ci.yml'), 'utf8'));
  assert.deepEqual([recipe.publish.environment.name, recipe.build.environment], ['release', undefined]);
});

test('no recipe installs a package by name', async () => {
  const { name } = JSON.parse(await readFile(join(rootFolder, 'cli', 'package.json'), 'utf8'));
  const files = [
    'action.yml',
    ...(await readdir(join(rootFolder, 'docs', 'ci'))).map((name) => `docs/ci/${name}`),
  ];
  for (const file of files) {
    const text = await readFile(join(rootFolder, file), 'utf8');
    assert.ok(!text.includes(name), `${file} names ${name}`);
    assert.doesNotMatch(text, /\bnpx\b|npm (?:install|i|exec) /, `${file} installs by name`);
  }
});
