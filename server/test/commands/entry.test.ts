import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeFolder } from '../harness.ts';
import { isOneSentence } from './one-sentence.ts';

/* `slipway-server` on any Node.js version: it runs, or prints one sentence about what is missing. */

const entry = fileURLToPath(new URL('../../bin/slipway-server.mjs', import.meta.url));
const installing = fileURLToPath(new URL('../../../scripts/ensure-installed.mjs', import.meta.url));

/** This Node.js, posing as an older version. */
const asOld = [
  '--import',
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.1.0"}})',
];

const run = (args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH ?? '', ...env } }).then(
    (output) => ({ code: 0, ...output }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );

const putFile = async (path: string, content: string, mode = 0o644): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await chmod(path, mode);
};

test('a storage or issuer with several addresses gets three seconds for each', async () => {
  const printTimeout =
    'import net from "node:net"; process.on("exit", () => console.error(net.getDefaultAutoSelectFamilyAttemptTimeout()))';
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const { code, stderr } = await run(['--import', `data:text/javascript,${printTimeout}`, main, '--help']);
  assert.deepEqual([code, stderr.trim()], [0, '3000']);
});

describe('the command slipway-server', () => {
  let folder: string;
  let copy: string;
  before(async () => {
    folder = await makeFolder();
    copy = join(folder, 'server', 'bin', 'slipway-server.mjs');
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(entry, copy);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('runs, and starts the server without an argument', async () => {
    const { code, stdout } = await run([entry, '--help']);
    assert.deepEqual([code, stdout.startsWith('Usage: slipway-server')], [0, true]);
    const started = await run([entry], { HOST: '999.1.1.1' });
    assert.deepEqual([started.code, started.stderr.startsWith('HOST must be')], [2, true]);
  });

  test('prints what is needed on an older Node.js without the package', async () => {
    const { code, stdout, stderr } = await run([...asOld, copy, 'start']);
    assert.deepEqual([code, stdout], [1, '']);
    assert.ok(/^Slipway needs Node\.js 24 .*npm ci --omit=dev/.test(stderr) && isOneSentence(stderr), stderr);
  });

  test('hands over from an older Node.js to the packaged one', async () => {
    const platform = `node-${process.platform}-${process.arch}`;
    const packaged = join(folder, 'node_modules', platform, 'bin', 'node');
    await putFile(packaged, '#!/bin/sh\necho "packaged: $*"\nexit 7\n', 0o755);
    const { code, stdout } = await run([...asOld, copy, 'backup', 'there']);
    assert.equal(code, 7);
    assert.equal(stdout, `packaged: ${join(folder, 'server', 'src', 'main.ts')} backup there\n`);
  });
});

describe('packages that npm start and npm test install', () => {
  let folder: string;
  let env: Record<string, string>;
  before(async () => {
    folder = await makeFolder();
    await mkdir(join(folder, 'scripts'));
    await copyFile(installing, join(folder, 'scripts', 'ensure-installed.mjs'));
    await putFile(join(folder, 'bin', 'npm'), '#!/bin/sh\necho "$*" > "$NPM_CALL_FILE"\n', 0o755);
    env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, NPM_CALL_FILE: join(folder, 'asked') };
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const lock = {
    '': {},
    api: { version: '1.0.0' },
    'node_modules/@slipway/api': { link: true },
    'node_modules/pg': { version: '1.0.0' },
    'node_modules/typescript': { version: '1.0.0', dev: true },
    'node_modules/esbuild': { version: '1.0.0', dev: true },
    'node_modules/elsewhere': { version: '1.0.0', optional: true },
  };
  type Lock = Partial<Record<keyof typeof lock | 'node_modules/pg', object>>;

  /** The npm call during installation; undefined without one. */
  const npmCallFor = async (
    installed: Lock | undefined,
    level: string[],
    { node = [], lost }: { node?: string[]; lost?: keyof Lock } = {},
  ) => {
    await putFile(join(folder, 'package-lock.json'), JSON.stringify({ packages: lock }));
    await rm(join(folder, 'node_modules'), { recursive: true, force: true });
    await rm(join(folder, 'asked'), { force: true });
    if (installed !== undefined)
      await putFile(
        join(folder, 'node_modules', '.package-lock.json'),
        JSON.stringify({ packages: installed }),
      );
    for (const path of Object.keys(installed ?? {}).filter((name) => name !== lost))
      await mkdir(join(folder, path), { recursive: true });
    await run([...node, join(folder, 'scripts', 'ensure-installed.mjs'), ...level], env);
    const npmCall = await promisify(execFile)('cat', [join(folder, 'asked')]).catch(() => undefined);
    return npmCall?.stdout
      .trim()
      .replace(/ --prefer-offline --no-audit --no-fund --no-progress --loglevel=error$/, '');
  };

  const { 'node_modules/typescript': _typescript, 'node_modules/esbuild': esbuild, ...service } = lock;

  test('start installs what the server needs, and nothing if it is installed', async () => {
    assert.equal(
      await npmCallFor(undefined, ['service']),
      'ci --omit=dev --workspace api --workspace server --workspace cli --workspace web',
    );
    assert.equal(await npmCallFor(undefined, ['service'], { node: asOld }), 'ci --omit=dev');
    assert.equal(await npmCallFor(service, ['service']), undefined);
    assert.equal(await npmCallFor(lock, ['service']), undefined);
    assert.equal(await npmCallFor(service, ['service'], { node: asOld }), 'install --no-save --omit=dev');
  });

  test('test adds the rest and deletes nothing first', async () => {
    assert.equal(await npmCallFor(undefined, []), 'ci');
    assert.equal(await npmCallFor(service, []), 'install --no-save');
    assert.equal(await npmCallFor(lock, []), undefined);
  });

  test('packing the CLI adds the one tool that it needs', async () => {
    assert.equal(await npmCallFor(service, ['cli']), 'install --no-save --workspace cli');
    assert.equal(await npmCallFor(undefined, ['cli']), 'ci');
    assert.equal(await npmCallFor({ ...service, 'node_modules/esbuild': esbuild }, ['cli']), undefined);
    const { scripts } = JSON.parse(
      await readFile(new URL('../../../cli/package.json', import.meta.url), 'utf8'),
    );
    assert.equal(scripts.prepack, 'node ../scripts/ensure-installed.mjs cli');
  });

  test('a package without its folder is installed again', async () => {
    assert.equal(await npmCallFor(lock, [], { lost: 'node_modules/typescript' }), 'install --no-save');
  });

  test('the packaged Node.js is linked if npm did not link it', async () => {
    await npmCallFor(lock, []);
    const platform = `node-${process.platform}-${process.arch}`;
    await putFile(join(folder, 'node_modules', platform, 'bin', 'node'), '#!/bin/sh\necho packaged\n', 0o755);
    for (let again = 0; again < 2; again++)
      assert.equal((await run([join(folder, 'scripts', 'ensure-installed.mjs')], env)).code, 0);
    const linked = join(folder, 'node_modules', '.bin', 'node');
    assert.equal((await promisify(execFile)(linked)).stdout, 'packaged\n');
  });

  test('an upgrade replaces what changed and keeps installed tools', async () => {
    const older = { 'node_modules/pg': { version: '0.9.0' } };
    assert.equal(await npmCallFor({ ...service, ...older }, ['service']), 'install --no-save --omit=dev');
    assert.equal(await npmCallFor({ ...lock, ...older }, ['service']), 'install --no-save');
  });
});
