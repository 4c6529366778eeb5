import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { verifyMinisign } from '../../../scripts/demo/minisign.ts';
import { makeSigningKey, openCopy } from './copied.ts';

/* `npm run release` in a copy of this repository with stubbed tests. */

describe('a release', () => {
  let copy: Awaited<ReturnType<typeof openCopy>>;
  before(async () => {
    copy = await openCopy();
  });
  after(() => copy.remove());

  const at = (...names: string[]) => join(copy.path, ...names);
  const read = (...names: string[]) => readFile(at(...names), 'utf8');
  const release = (words: string[], env: Record<string, string> = {}) =>
    promisify(execFile)('npm', ['run', '--silent', 'release', '--', ...words], {
      cwd: copy.path,
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    }).then(
      (output) => ({ code: 0, ...output }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  const state = async () => [
    await copy.git('rev-parse', 'HEAD'),
    await copy.git('tag'),
    await copy.git('status', '-s'),
  ];

  test('is rejected with one sentence, and changes nothing', async () => {
    const changelog = await read('CHANGELOG.md');
    const before = await state();
    const refused = async (words: string[], why: RegExp, env: Record<string, string> = {}) => {
      const { code, stderr } = await release(words, env);
      assert.equal(code, 1);
      assert.match(stderr.trim().split('\n').at(-1) ?? '', why);
    };
    await refused([], /^Give a version/);
    await refused(['v9'], /^"v9" is not a version/);
    await refused(['0.0.9'], /^0\.0\.9 is older than /);
    await refused(['9.0.0', '--key', at('nowhere')], /nowhere/);
    await refused(['9.0.0'], /^`npm test` failed: nothing was released\.$/, { TESTS_END_WITH: '1' });
    assert.deepEqual(await state(), before);
    assert.equal(await read('CHANGELOG.md'), changelog);

    await writeFile(at('left-over'), '');
    await refused(['9.0.0'], /^The working tree has changes/);
    await rm(at('left-over'));
    await copy.git('tag', 'v9.0.0');
    await refused(['9.0.0'], /^The tag v9\.0\.0 exists already/);
    await copy.git('tag', '--delete', 'v9.0.0');
    assert.deepEqual(await state(), before);
  });

  test('is rolled back by Ctrl-C', async () => {
    const before = await state();
    const words = ['run', '--silent', 'release', '--', '9.0.0'];
    const env = { ...process.env, TESTS_TAKE_MS: '600000' };
    // A separate process group, as in a terminal: Ctrl-C reaches every process in it.
    const child = spawn('npm', words, {
      cwd: copy.path,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(child, 'close');
    await once(child.stdout, 'data');
    assert.match(await copy.git('status', '-s'), /CHANGELOG\.md/);
    process.kill(-(child.pid ?? assert.fail()), 'SIGINT');
    await ended;
    assert.deepEqual(await state(), before);
  });

  test('sets the version everywhere, dates the changelog, makes and signs the files, and tags', async () => {
    const key = makeSigningKey();
    await writeFile(join(copy.path, '..', 'key'), key.secretFile);
    const { code, stdout, stderr } = await release(['9.1.0', '--key', join(copy.path, '..', 'key')]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Released 9\.1\.0\. To publish it: git push origin main v9\.1\.0$/m);

    assert.equal(await copy.git('log', '-1', '--format=%s'), 'Release 9.1.0');
    assert.equal(await copy.git('rev-parse', 'v9.1.0^{commit}'), await copy.git('rev-parse', 'HEAD'));
    assert.equal(await copy.git('status', '-s'), '');
    const { workspaces } = JSON.parse(await read('package.json'));
    const manifests = ['package.json', ...workspaces.map((name: string) => join(name, 'package.json'))];
    for (const name of manifests) {
      const { version, dependencies = {} } = JSON.parse(await read(name));
      const workspaceDeps = Object.entries(dependencies).filter(([one]) => one.startsWith('@slipway/'));
      assert.deepEqual(
        [version, ...workspaceDeps.map(([, versionRange]) => versionRange)],
        ['9.1.0', ...workspaceDeps.map(() => '9.1.0')],
        name,
      );
    }
    assert.doesNotMatch(await read('package-lock.json'), /"@slipway\/api": "(?!9\.1\.0)/);
    const today = new Date().toISOString().slice(0, 10);
    assert.match(
      await read('CHANGELOG.md'),
      new RegExp(`^## Unreleased\n\n## 9\\.1\\.0 - ${today}\n\n- `, 'm'),
    );

    const files = [
      'SHA256SUMS',
      'SHA256SUMS.minisig',
      'slipway',
      'slipway-cli-9.1.0.tgz',
      'slipway-server-9.1.0.tgz',
    ];
    assert.deepEqual((await readdir(at('dist'))).sort(), files);
    assert.equal((await promisify(execFile)(at('dist', 'slipway'), ['--version'])).stdout, '9.1.0\n');
    const inBase64 = (text: string) => Buffer.from(text).toString('base64');
    const signature = inBase64(await read('dist', 'SHA256SUMS.minisig'));
    const publicKey = inBase64(`untrusted comment: the key\n${key.publicLine}\n`);
    const checksums = await readFile(at('dist', 'SHA256SUMS'));
    assert.equal(verifyMinisign(checksums, signature, publicKey).trustedComment, 'slipway 9.1.0');
    assert.equal(checksums.toString().trim().split('\n').length, 3);
  });

  test('a dry run builds everything and leaves the repository as it was, although the tag exists', async () => {
    await copy.git('tag', 'v9.1.5');
    const before = await state();
    const { code, stderr } = await release(['--dry-run', '9.1.5'], { TESTS_END_WITH: '1' });
    assert.equal(code, 0, stderr);
    const files = ['SHA256SUMS', 'slipway', 'slipway-cli-9.1.5.tgz', 'slipway-server-9.1.5.tgz'];
    assert.deepEqual((await readdir(at('dist'))).sort(), files);
    assert.equal((await promisify(execFile)(at('dist', 'slipway'), ['--version'])).stdout, '9.1.5\n');
    assert.deepEqual(await state(), before);
  });

  test('requires unreleased changes in the changelog', async () => {
    const { code, stderr } = await release(['9.2.0']);
    assert.deepEqual([code, stderr], [1, 'CHANGELOG.md says nothing of Unreleased.\n']);
    assert.equal(await copy.git('status', '-s'), '');
  });
});
