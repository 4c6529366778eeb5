import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { readResults } from '../../../scripts/check-clients/table.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

interface Locked {
  name?: string;
  version?: string;
}

/** The locked crates, by their names in the table. */
const lockedCrates = async (): Promise<[name: string, version: string][]> => {
  const lock = await read('clients/crates/Cargo.lock');
  const entries = lock.matchAll(/^name = "([^"]+)"\nversion = "([^"]+)"$/gm);
  return [...entries].map(([, name = '', version = '']) => [`${name} (crate)`, version]);
};

/** The locked versions by package name; an alias counts as its target. */
const lockedVersions = async (): Promise<Map<string, Set<string>>> => {
  const { packages } = JSON.parse(await read('package-lock.json')) as { packages: Record<string, Locked> };
  const versions = new Map<string, Set<string>>();
  for (const [path, { name = path.replace(/^.*node_modules\//, ''), version = '' }] of Object.entries(
    packages,
  ))
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  for (const [name, version] of await lockedCrates()) versions.set(name, new Set([version]));
  return versions;
};

/** Clients that npm does not install; they report their own versions. */
const others = new Set(['zsync', 'Squirrel.Windows']);

const readRows = async (): Promise<string[][]> => readResults(await read('docs/reference/clients-tested.md'));

describe('docs/reference/clients-tested.md', () => {
  test('was written with the versions that are locked', async () => {
    const versions = await lockedVersions();
    const rows = await readRows();
    assert.ok(rows.length > 30);
    for (const [client = '', version = ''] of rows)
      if (others.has(client)) assert.match(version, /\d/, client);
      else assert.ok(versions.get(client)?.has(version), `${client} ${version}: npm run check:clients`);
  });

  test('names no scenario that failed, and a reason for each that could not run', async () => {
    for (const [client, , name, result = ''] of await readRows())
      assert.match(result, /^passed$|^could not run: ./, `${client}: ${name}`);
  });

  const tried = [
    'electron-updater',
    'velopack',
    'update-electron-app',
    '@crabnebula/updater-linux-x64-gnu',
    'velopack (crate)',
    'cargo-packager-updater (crate)',
    'tauri-plugin-updater (crate)',
  ];
  for (const name of tried)
    test(`has every version of ${name} that is installed for the scenarios`, async () => {
      const installed = (await lockedVersions()).get(name) ?? new Set();
      const rows = await readRows();
      const versions = rows.filter(([client]) => client === name).map(([, version]) => version);
      assert.deepEqual([...new Set(versions)].sort(), [...installed].sort());
    });
});
