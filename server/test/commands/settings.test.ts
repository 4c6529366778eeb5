import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runServer, startService } from '../../../lab/service.ts';
import { findUnknownVariable, isKnownVariable } from '../../src/config/setting-names.ts';
import { makeFolder } from '../harness.ts';
import { isOneSentence } from './one-sentence.ts';

/* Invalid settings and system errors stop startup with one sentence and no stack. */

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

const namesIn = async (folder: string): Promise<string[]> => {
  const files = await readdir(new URL(folder, root), { recursive: true, withFileTypes: true });
  const texts = files
    .filter((entry) => entry.isFile())
    .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8'));
  return (await Promise.all(texts)).flatMap((text) => text.match(/\bSLIPWAY_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []);
};

describe('settings', () => {
  let folder: string;
  before(async () => {
    folder = await makeFolder();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('a misspelled one is rejected with the probable one', async () => {
    const cases: [env: Record<string, string>, says: string][] = [
      [
        { SLIPWAY_DATABSE_URL: 'x' },
        'SLIPWAY_DATABSE_URL is not a setting; did you mean SLIPWAY_DATABASE_URL?',
      ],
      [{ SLIPWAY_PORT: '80' }, 'SLIPWAY_PORT is not a setting; did you mean PORT?'],
      [{ SLIPWAY_LOG_LEVEL: 'debug' }, 'SLIPWAY_LOG_LEVEL is not a setting; did you mean LOG_LEVEL?'],
      [{ slipway_workers: '2' }, 'slipway_workers is not a setting; did you mean SLIPWAY_WORKERS?'],
      [
        { SLIPWAY_COLOR: 'red' },
        'SLIPWAY_COLOR is not a setting; docs/reference/configuration.md lists all of them.',
      ],
    ];
    for (const [env, says] of cases) {
      assert.equal(findUnknownVariable(env), says);
      for (const command of ['start', 'reset-key', 'migrate']) {
        const { code, stderr } = await runServer([command], { cwd: folder, env });
        assert.deepEqual([code, stderr], [2, `${says}\n`]);
      }
    }
    assert.deepEqual(await readdir(folder), []);
  });

  test('variables of the CLI, its recipes and the proxies are accepted', async () => {
    const names = await Promise.all(['cli/src', 'docs/ci', 'deploy'].map((place) => namesIn(place)));
    const inAction = (await read('action.yml')).match(/\bSLIPWAY_[A-Z0-9_]*[A-Z0-9]\b/g) ?? [];
    const all = [...new Set([...names.flat(), ...inAction])];
    assert.ok(all.includes('SLIPWAY_KEY') && all.length > 5);
    assert.deepEqual(
      all.filter((name) => !isKnownVariable(name)),
      [],
    );
  });

  test('variables that Kubernetes sets for a service called slipway are accepted', () => {
    const env = {
      SLIPWAY_SERVICE_HOST: '10.0.0.1',
      SLIPWAY_SERVICE_PORT_HTTP: '8080',
      SLIPWAY_PORT: 'tcp://10.0.0.1:8080',
      SLIPWAY_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      SLIPWAY_PORT_8080_TCP_ADDR: '10.0.0.1',
      SLIPWAY_DB_SERVICE_HOST: '10.0.0.2',
      SLIPWAY_DB_PORT_5432_TCP_PROTO: 'tcp',
    };
    assert.equal(findUnknownVariable(env), undefined);
  });

  test('an unusable address, file or folder is reported in one sentence', async () => {
    const file = join(folder, 'file');
    await writeFile(file, 'no database, and no folder '.repeat(100));
    const cases: [env: Record<string, string>, code: number, says: RegExp][] = [
      [{ HOST: '999.1.1.1' }, 2, /^HOST must be an address/],
      [{ HOST: 'localhost:8080' }, 2, /^HOST must be an address/],
      [{ HOST: '192.0.2.1' }, 2, /^HOST must be an address/],
      [{ HOST: 'no-such-name.invalid' }, 2, /^HOST must be an address/],
      [{ SLIPWAY_WORKERS: '2', HOST: '192.0.2.1' }, 2, /^HOST must be an address/],
      [{ SLIPWAY_DATABASE_URL: `sqlite:${file}` }, 1, /is not a database: .*file/],
      [
        { SLIPWAY_DATABASE_URL: `sqlite:${file}/x.db` },
        1,
        /x\.db cannot be opened: it is a file, not a folder/,
      ],
      [{ SLIPWAY_DATABASE_URL: `sqlite:${folder}` }, 1, /cannot be opened: it is a folder/],
      [{ SLIPWAY_STORAGE_URL: `file:${file}` }, 1, /storage cannot be .*file/],
    ];
    for (const [env, code, says] of cases) {
      const outcome = await runServer(['start'], {
        cwd: folder,
        env: { PORT: '0', SLIPWAY_ADMIN_KEY: 'a'.repeat(32), ...env },
      });
      assert.equal(outcome.code, code, JSON.stringify(env) + outcome.text);
      assert.match(outcome.stderr, says);
      // Each worker prints it.
      const lines = new Set(outcome.stderr.split(/(?<=\n)/));
      assert.ok(lines.size === 1 && isOneSentence([...lines].join('')), outcome.stderr);
    }
  });

  test('log times are human-readable', async () => {
    const service = await startService();
    await service.stop();
    assert.match(service.log(), /"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z".*"msg":"shutting down/);
  });

  test('a port in use is reported in one sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { code, stderr } = await runServer(['start'], { cwd: folder, env: { PORT: String(port) } });
    other.close();
    assert.equal(code, 1);
    assert.match(stderr, /^127\.0\.0\.1:\d+ is in use by another program\. Set PORT/);
    assert.ok(isOneSentence(stderr));
  });
});
