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

test('a storage or an issuer with several addresses has three seconds for each', async () => {
  const tell =
    'import net from "node:net"; process.on("exit", () => console.error(net.getDefaultAutoSelectFamilyAttemptTimeout()))';
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const { code, stderr } = await run(['--import', `data:text/javascript,${tell}`, main, '--help']);
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

  test('runs, and with no word it is started', async () => {
    const { code, stdout } = await run([entry, '--help']);
    assert.deepEqual([code, stdout.startsWith('Usage: slipway-server')], [0, true]);
    const started = await run([entry], { HOST: '999.1.1.1' });
    assert.deepEqual([started.code, started.stderr.startsWith('HOST must be')], [2, true]);
  });

  test('an older Node.js without the package is told what is needed', async () => {
    const { code, stdout, stderr } = await run([...asOld, copy, 'start']);
    assert.deepEqual([code, stdout], [1, '']);
    assert.ok(/^Slipway needs Node\.js 24 .*npm ci --omit=dev/.test(stderr) && isOneSentence(stderr), stderr);
  });

  test('an older Node.js hands over to the one that is installed as a package', async () => {
    const platform = `node-${process.platform}-${process.arch}`;
    const packaged = join(folder, 'node_modules', platform, 'bin', 'node');
    await putFile(packaged, '#!/bin/sh\necho "packaged: $*"\nexit 7\n', 0o755);
    const { code, stdout } = await run([...asOld, copy, 'backup', 'there']);
    assert.equal(code, 7);
    assert.equal(stdout, `packaged: ${join(folder, 'server', 'src', 'main.ts')} backup there\n`);
  });
});

describe('what npm start and npm test install', () => {
  let folder: string;
  let env: Record<string, string>;
  before(async () => {
    folder = await makeFolder();
    await mkdir(join(folder, 'scripts'));
    await copyFile(installing, join(folder, 'scripts', 'ensure-installed.mjs'));
    await putFile(join(folder, 'bin', 'npm'), '#!/bin/sh\necho "$*" > "$ASKED"\n', 0o755);
    env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, ASKED: join(folder, 'asked') };
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
  const askedFor = async (
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
    const asked = await promisify(execFile)('cat', [join(folder, 'asked')]).catch(() => undefined);
    return asked?.stdout
      .trim()
      .replace(/ --prefer-offline --no-audit --no-fund --no-progress --loglevel=error$/, '');
  };

  const { 'node_modules/typescript': _typescript, 'node_modules/esbuild': esbuild, ...service } = lock;

  test('start installs what the service needs, and nothing when it is there', async () => {
    assert.equal(
      await askedFor(undefined, ['service']),
      'ci --omit=dev --workspace api --workspace server --workspace cli --workspace web',
    );
    assert.equal(await askedFor(undefined, ['service'], { node: asOld }), 'ci --omit=dev');
    assert.equal(await askedFor(service, ['service']), undefined);
    assert.equal(await askedFor(lock, ['service']), undefined);
    assert.equal(await askedFor(service, ['service'], { node: asOld }), 'install --no-save --omit=dev');
  });

  test('test adds the rest, and what is there is never deleted first', async () => {
    assert.equal(await askedFor(undefined, []), 'ci');
    assert.equal(await askedFor(service, []), 'install --no-save');
    assert.equal(await askedFor(lock, []), undefined);
  });

  test('packing the command line adds the one tool it needs to what the service has', async () => {
    assert.equal(await askedFor(service, ['cli']), 'install --no-save --workspace cli');
    assert.equal(await askedFor(undefined, ['cli']), 'ci');
    assert.equal(await askedFor({ ...service, 'node_modules/esbuild': esbuild }, ['cli']), undefined);
    const { scripts } = JSON.parse(
      await readFile(new URL('../../../cli/package.json', import.meta.url), 'utf8'),
    );
    assert.equal(scripts.prepack, 'node ../scripts/ensure-installed.mjs cli');
  });

  test('a package whose folder is gone is installed again', async () => {
    assert.equal(await askedFor(lock, [], { lost: 'node_modules/typescript' }), 'install --no-save');
  });

  test('the Node.js that comes as a package is linked where npm did not, as npm 10 does', async () => {
    await askedFor(lock, []);
    const platform = `node-${process.platform}-${process.arch}`;
    await putFile(join(folder, 'node_modules', platform, 'bin', 'node'), '#!/bin/sh\necho packaged\n', 0o755);
    for (let again = 0; again < 2; again++)
      assert.equal((await run([join(folder, 'scripts', 'ensure-installed.mjs')], env)).code, 0);
    const linked = join(folder, 'node_modules', '.bin', 'node');
    assert.equal((await promisify(execFile)(linked)).stdout, 'packaged\n');
  });

  test('an upgrade replaces what changed, and whoever has the tools keeps them', async () => {
    const older = { 'node_modules/pg': { version: '0.9.0' } };
    assert.equal(await askedFor({ ...service, ...older }, ['service']), 'install --no-save --omit=dev');
    assert.equal(await askedFor({ ...lock, ...older }, ['service']), 'install --no-save');
  });
});
