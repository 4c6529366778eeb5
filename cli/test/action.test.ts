import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, type TestContext } from 'node:test';
import { githubClaims, githubPipeline, type OidcIssuer, startOidcIssuer } from '../../lab/oidc-issuer.ts';
import { pack } from '../scripts/pack.ts';
import { runAction } from './action-runner.ts';
import { makeFolder, writeFiles } from './folder.ts';
import { adminKey, type Service, startService } from './service.ts';

/* Runs action.yml with untrusted inputs: a tag name, a commit message, a file name. */

let service: Service;
let issuer: OidcIssuer;
let folder: string;
let common: Record<string, string>;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-cli-action-'));
  issuer = await startOidcIssuer();
  const [started, tarball] = await Promise.all([
    startService({ SLIPWAY_OIDC_ISSUERS: issuer.issuer }),
    pack(folder),
  ]);
  service = started;
  for (const slug of ['acme', 'matrix']) await service.client.createApp({ slug, adapter: 'rest' });
  const sum = createHash('sha256')
    .update(await readFile(tarball))
    .digest('hex');
  common = { url: service.url, key: adminKey, app: 'acme', package: tarball, 'package-sha256': sum };
});
after(async () => {
  await service.stop();
  await issuer.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A job's folder: a checkout with one file to publish, and the runner's files. */
const makeJob = (t: TestContext, files: Record<string, string> = {}) =>
  makeFolder(t, { 'out/a.bin': 'a', 'temp/.keep': '', ...files });

/** A foreign server that records its requests. */
const startForeignServer = async (t: TestContext) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization ?? ''}`);
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
};

const notesOf = async (version: string): Promise<string | undefined> => {
  const { releases } = await service.client.listReleases('acme', {});
  return releases.find((release) => release.version === version)?.notes;
};

test('the action uploads, then publishes, and reports the result', async (t) => {
  const home = await makeJob(t, { 'out/b.bin': 'b' });
  const targets = 'linux-x86_64=out/a.bin\nlinux-aarch64=out/b.bin\n';
  const matrix = { ...common, app: 'matrix', release: 'v2.0.0' };
  const uploaded = await runAction(home, { ...matrix, command: 'upload', targets });
  assert.deepEqual([uploaded.outputs.version, uploaded.outputs.url], ['2.0.0', '']);
  const published = await runAction(home, { ...matrix, require: 'linux-x86_64,linux-aarch64' });
  assert.equal(published.outputs.id, uploaded.outputs.id);
  assert.match(
    published.outputs.url ?? '',
    /^http:\/\/matrix\.localhost:\d+\/releases\/v1\/apps\/matrix\/latest/,
  );
  const rolling = { ...matrix, release: 'v2.1.0', targets, rollout: 'fast' };
  await runAction(home, rolling);
  const { rollouts } = await service.client.listRollouts('matrix', { state: 'rolling' });
  assert.deepEqual(
    rollouts.map(({ version, percent }) => [version, percent]),
    [['2.1.0', 10]],
  );
  await assert.rejects(runAction(home, { ...common, command: 'rm' }), /command must be publish or upload/);
});

test('without a key the job uses its identity, and no secret is printed', async (t) => {
  const home = await makeJob(t);
  await service.client.createApp({ slug: 'trusting', adapter: 'rest' });
  await service.client.trustPublisher('trusting', {
    ...{ ...githubPipeline, issuer: issuer.issuer },
  });
  const { key: _, ...keyless }: Record<string, string> = {
    ...common,
    app: 'trusting',
    release: 'v1.0.0',
    targets: 'linux-x86_64=out/a.bin',
  };
  const env = { ...issuer.runnerEnv(githubClaims()), GITHUB_ACTIONS: 'true' };
  const { outputs, log } = await runAction(home, keyless, env);
  assert.equal(outputs.version, '1.0.0');
  assert.doesNotMatch(log, /slw_pub_|eyJ|add-mask/);
  const { release } = await service.client.getRelease('trusting', outputs.id ?? '');
  assert.equal(release.publishedVia?.workflow, 'release.yml');
  await assert.rejects(runAction(home, keyless), /key is empty, and the job has no identity/);
});

test('inputs are never parsed as options: the key goes only to the given address', async (t) => {
  const home = await makeJob(t);
  const foreignServer = await startForeignServer(t);
  const option = `--url=${foreignServer.url}`;
  const targets = 'linux-x86_64=out/a.bin';
  for (const hostile of [
    { paths: option },
    { paths: `out\n${option}\n--notes=@/etc/hostname` },
    { targets: `${targets}\n${option}` },
    { release: option },
    { require: option },
    { allow: option },
    { rollout: option },
    { 'notes-file': option },
    { changelog: option },
    { channel: option },
    { app: option },
    { command: option },
  ])
    await assert.rejects(
      runAction(home, { ...common, release: '3.0.0', targets, ...hostile }),
      `${JSON.stringify(hostile)} was taken`,
    );
  await runAction(home, { ...common, release: '3.0.0', targets, notes: option });
  assert.equal(await notesOf('3.0.0'), option);
  assert.deepEqual(foreignServer.requests, []);
});

test('no input is executed by a shell', async (t) => {
  const home = await makeJob(t);
  const evil = '$(touch ran) `touch ran` "; touch ran; \'; touch ran';
  for (const name of [
    'paths',
    'targets',
    'release',
    'require',
    'allow',
    'rollout',
    'notes-file',
    'changelog',
    'package',
    'command',
  ])
    await assert.rejects(
      runAction(home, { ...common, release: '4.0.0', targets: 'linux-x86_64=out/a.bin', [name]: evil }),
      name,
    );
  await runAction(home, {
    ...common,
    release: '4.0.0',
    targets: 'linux-x86_64=out/a.bin',
    notes: `${evil}\n'$HOME'`,
  });
  assert.equal(await notesOf('4.0.0'), `${evil}\n'$HOME'`);
  await assert.rejects(readFile(join(home, 'ran')), { code: 'ENOENT' });
});

test('notes are always text; notes-file is a separate input', async (t) => {
  const home = await makeJob(t, { '.git/config': 'token = secret', 'CHANGES.md': 'From a file.\n' });
  const targets = 'linux-x86_64=out/a.bin';
  await runAction(home, { ...common, targets, release: '5.0.0', notes: '@.git/config' });
  assert.equal(await notesOf('5.0.0'), '@.git/config');
  await runAction(home, { ...common, targets, release: '5.1.0', 'notes-file': 'CHANGES.md' });
  assert.match((await notesOf('5.1.0')) ?? '', /^From a file\./);
  const both = { ...common, targets, release: '5.2.0', notes: 'text', 'notes-file': 'CHANGES.md' };
  await assert.rejects(runAction(home, both), /notes or notes-file, not both/);
});

test('a missing address, key or app is not read from the checkout', async (t) => {
  const foreignServer = await startForeignServer(t);
  const home = await makeJob(t, { 'slipway.json': JSON.stringify({ url: foreignServer.url, app: 'other' }) });
  for (const name of ['url', 'key', 'app'])
    await assert.rejects(
      runAction(home, { ...common, targets: 'linux-x86_64=out/a.bin', release: '6.0.0', [name]: '' }),
      new RegExp(`${name} is empty`),
    );
  assert.deepEqual(foreignServer.requests, []);
});

test('only the tarball with the right hash is unpacked, and the install never has the key', async (t) => {
  const home = await makeJob(t);
  const release = { ...common, targets: 'linux-x86_64=out/a.bin', release: '7.0.0' };
  const wrong = /SHA-256/;
  await assert.rejects(runAction(home, { ...release, 'package-sha256': '' }), wrong);
  await assert.rejects(runAction(home, { ...release, 'package-sha256': 'a'.repeat(64) }), wrong);
  for (const name of ['@slipway/cli', 'slipway', '--registry=http://127.0.0.1:9', 'http://127.0.0.1:9/x.tgz'])
    await assert.rejects(runAction(home, { ...release, package: name }), /package must be the path/);

  // A tar that dumps its environment stands in for code that runs during installation.
  await writeFiles(home, { 'bin/tar': `#!/bin/sh\nenv > "${home}/seen"\nexec /bin/tar "$@"\n` });
  await chmod(join(home, 'bin/tar'), 0o755);
  const jobEnv = { SLIPWAY_KEY: adminKey, PATH: `${home}/bin:${process.env.PATH}` };
  await runAction(home, release, jobEnv);
  const envDump = await readFile(join(home, 'seen'), 'utf8');
  assert.match(envDump, /^RUNNER_TEMP=/m);
  assert.ok(!envDump.includes(adminKey), 'the key was in the environment of the install step');
});

test('release text is never a workflow command', async (t) => {
  const home = await makeJob(t);
  const targets = 'linux-x86_64=out/a.bin';
  const { log } = await runAction(home, { ...common, targets, release: '8.0.0', notes: '::warning::x' });
  const [, token = ''] = /^::stop-commands::([0-9a-f-]{36})$/m.exec(log) ?? [];
  assert.notEqual(token, '');
  const between = log.slice(log.indexOf(token) + token.length, log.lastIndexOf(`::${token}::`));
  assert.match(between, /"event":"published"/);
});
