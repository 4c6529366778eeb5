import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import test, { after, before, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { findOldestNode } from '../../lab/oldest-node.ts';
import { copyRepository } from '../../lab/repository.ts';
import { pack } from '../scripts/pack.ts';
import { runAction } from './action-runner.ts';
import { makeFolder } from './folder.ts';
import { adminKey, type Service, startService } from './service.ts';

/* Covers the Node.js that the action runs on, and the one that later steps see. */

const oldest = findOldestNode();
let service: Service;
let folder: string;
let common: Record<string, string>;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-cli-action-node-'));
  const [started, tarball] = await Promise.all([startService(), pack(folder)]);
  service = started;
  await service.client.createApp({ slug: 'acme', adapter: 'rest' });
  const sum = createHash('sha256')
    .update(await readFile(tarball))
    .digest('hex');
  const inputs = { package: tarball, 'package-sha256': sum };
  common = { url: service.url, key: adminKey, app: 'acme', targets: 'linux-x86_64=out/a.bin', ...inputs };
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const makeJob = (t: TestContext, files: Record<string, string> = {}) =>
  makeFolder(t, { 'out/a.bin': 'a', 'temp/.keep': '', 'bin/.keep': '', ...files });

/** Removes every Node.js from this machine's PATH and puts the job's folder first. */
const pathAfter = (home: string): string => {
  const others = (process.env.PATH ?? '').split(delimiter).filter((place) => !place.includes('node_modules'));
  return [join(home, 'bin'), ...others].join(delimiter);
};

const nodeOn = (PATH: string): string =>
  execFileSync('sh', ['-c', 'command -v node'], { env: { PATH } }).toString().trim();

const skip = oldest === undefined && 'npm has none';

test('a job keeps its Node.js 20, and the action runs on it', { skip }, async (t) => {
  const home = await makeJob(t);
  await symlink(oldest ?? '', join(home, 'bin', 'node'));
  const PATH = pathAfter(home);
  const { outputs, path } = await runAction(home, { ...common, release: '1.0.0' }, { PATH });
  assert.equal(outputs.version, '1.0.0');
  assert.equal(path, PATH);
});

test('built from its own checkout, it also runs on Node.js 20', { skip }, async (t) => {
  const home = await makeJob(t);
  const checkout = join(home, 'checkout');
  await Promise.all([copyRepository(checkout), symlink(oldest ?? '', join(home, 'bin', 'node'))]);
  const { package: _, 'package-sha256': __, ...source } = common;
  const cache = (await promisify(execFile)('npm', ['config', 'get', 'cache'])).stdout.trim();
  const job = {
    GITHUB_ACTION_PATH: checkout,
    npm_config_offline: 'false',
    npm_config_prefer_offline: 'true',
    npm_config_cache: cache,
  };
  const { outputs } = await runAction(
    home,
    { ...source, release: '1.1.0' },
    { PATH: pathAfter(home), ...job },
  );
  assert.equal(outputs.version, '1.1.0');
});

/** A fake Node.js that is too old and only prints its version. */
const old = { 'bin/node': '#!/bin/sh\n[ "$1" = --version ] && echo v18.20.8\n' };

test('an older Node.js is restored after the action, even if the action fails', async (t) => {
  const home = await makeJob(t, old);
  await chmod(join(home, 'bin', 'node'), 0o755);
  const PATH = pathAfter(home);
  const { outputs, path } = await runAction(home, { ...common, release: '1.2.0' }, { PATH });
  assert.equal(outputs.version, '1.2.0');
  assert.ok(path.includes(dirname(process.execPath)), 'a newer one was set up for the action');
  assert.equal(nodeOn(path), join(home, 'bin', 'node'));
  const failed = await runAction(
    home,
    { ...common, release: '1.3.0', targets: 'linux-x86_64=gone' },
    { PATH },
  ).then(
    () => assert.fail('it published a file that is not there'),
    (error: { path: string }) => error,
  );
  assert.equal(nodeOn(failed.path), join(home, 'bin', 'node'));
});
