import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { pack } from '../scripts/pack.ts';
import { makeFolder } from './folder.ts';
import { adminKey, type Service, startService } from './service.ts';

/* The tarball as people get it, and the recipes for pipelines, from clean folders. */

const rootFolder = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
let service: Service;
let folder: string;
let tarball: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-cli-package-'));
  [service, tarball] = await Promise.all([startService(), pack(folder)]);
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
  npm_config_offline: 'true',
  ...more,
});

test('the tarball holds a package without dependencies, its licences and its reference', async (t) => {
  const into = await makeFolder(t);
  await run('tar', ['xzf', tarball, '-C', into]);
  const manifest = JSON.parse(await readFile(join(into, 'package/package.json'), 'utf8'));
  assert.deepEqual([manifest.bin, manifest.dependencies], [{ slipway: 'slipway.js' }, undefined]);
  const licences = await readFile(join(into, 'package/THIRD-PARTY-LICENCES.txt'), 'utf8');
  for (const name of ['commander', 'cli-progress', '@clack/prompts', 'yaml'])
    assert.match(licences, new RegExp(`^${name} \\d`, 'm'));
  assert.match(await readFile(join(into, 'package/README.md'), 'utf8'), /^# The command line/);
});

test('it starts in under 150 ms', async (t) => {
  const into = await makeFolder(t);
  await run('tar', ['xzf', tarball, '-C', into]);
  // The process's own time: what neighbours on the machine take is not its.
  const tell =
    "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write(String((user + system) / 1000)); })";
  const hook = `data:text/javascript,${encodeURIComponent(tell)}`;
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { stderr } = await run(process.execPath, [
      '--import',
      hook,
      join(into, 'package/slipway.js'),
      '--version',
    ]);
    times.push(Number(stderr));
  }
  assert.ok(Math.min(...times) < 150, `${times.join(', ')} ms`);
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

interface Step {
  id?: string;
  run?: string;
  env?: Record<string, string>;
}

interface Action {
  inputs: Record<string, { default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
}

/** Runs the steps of a composite action as a runner does, as far as ours go: inputs, outputs, environment. */
const runAction = async (home: string, given: Record<string, string>) => {
  const action = parse(await readFile(join(rootFolder, 'action.yml'), 'utf8')) as Action;
  const inputs = Object.entries(action.inputs).map(([name, input]) => [
    `inputs.${name}`,
    given[name] ?? input.default ?? '',
  ]);
  const values = new Map<string, string>([
    ...(inputs as [string, string][]),
    ['github.action_path', rootFolder],
  ]);
  const fill = (text: string) =>
    text.replaceAll(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => values.get(name) ?? '');
  const output = join(home, 'output');
  for (const { id, run: script, env = {} } of action.runs.steps) {
    if (script === undefined) continue;
    await writeFile(output, '');
    const filled = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, fill(text)]));
    const base = {
      PATH: process.env.PATH,
      HOME: home,
      RUNNER_TEMP: join(home, 'temp'),
      GITHUB_OUTPUT: output,
      CI: 'true',
    };
    await run('bash', ['-c', script], { cwd: home, env: { ...base, npm_config_offline: 'true', ...filled } });
    for (const line of (await readFile(output, 'utf8')).trim().split('\n')) {
      const cut = line.indexOf('=');
      values.set(`steps.${id}.outputs.${line.slice(0, cut)}`, line.slice(cut + 1));
    }
  }
  return Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value)]));
};

test('the action uploads, then publishes, and tells what became of it', async (t) => {
  const home = await makeFolder(t, { 'out/a.bin': 'a', 'out/b.bin': 'b', 'temp/.keep': '' });
  const common = { url: service.url, key: adminKey, app: 'acme', release: 'v2.0.0', package: tarball };
  const targets = 'linux-x86_64=out/a.bin\nlinux-aarch64=out/b.bin\n';
  const uploaded = await runAction(home, { ...common, command: 'upload', targets });
  assert.deepEqual([uploaded.version, uploaded.url], ['2.0.0', '']);
  const published = await runAction(home, { ...common, require: 'linux-x86_64,linux-aarch64' });
  assert.equal(published.id, uploaded.id);
  assert.match(published.url ?? '', /^http:\/\/acme\.localhost:\d+\/releases\/v1\/apps\/acme\/latest/);
  await assert.rejects(runAction(home, { ...common, command: 'rm' }), /command must be publish or upload/);
});

test('the GitLab recipe is YAML whose commands exist', async () => {
  const recipe = parse(await readFile(join(rootFolder, 'docs', 'ci', 'gitlab-ci.yml'), 'utf8'), {
    merge: true,
  });
  const scripts = [...recipe.build.script, ...recipe.publish.script].filter((line: string) =>
    line.startsWith('slipway'),
  );
  assert.deepEqual(
    scripts.map((line: string) => line.split(' ')[1]),
    ['upload', 'publish'],
  );
});
