import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { distFolder, ensureDashboard, type Manifest } from '../scripts/build.mjs';

/* Limits on the dashboard's gzip size, for slow machines and connections. */

const gzipBytes = (name: string): number => statSync(join(distFolder, `${name}.gz`)).size;
const sum = (names: readonly string[]): number => names.reduce((bytes, name) => bytes + gzipBytes(name), 0);

/** The screens users see first. */
const landing = ['sign-in.tsx', 'apps.tsx', 'overview.tsx'];

describe('the size of the dashboard', () => {
  let manifest: Manifest;
  before(async () => {
    manifest = await ensureDashboard();
  });

  test('first load is at most 35 kB of script and 8 kB of style, the lazy screens 4 kB of style', (t) => {
    const { style } = manifest.first;
    const screens = Object.entries(manifest.screens).map(([name, scripts]) => [name, sum(scripts)] as const);
    t.diagnostic(
      `script: ${screens.map(([name, bytes]) => `${name} ${bytes}`).join(', ')}; style: ${gzipBytes(style)} and ${gzipBytes(manifest.lazyStyle)}`,
    );
    for (const name of landing) assert.ok(sum(manifest.screens[name] ?? []) <= 35_000, name);
    assert.ok(landing.every((name) => name in manifest.screens) && gzipBytes(style) <= 8_000);
    assert.ok(gzipBytes(manifest.lazyStyle) <= 4_000);
  });

  test('before the first paint there are at most four requests and 45 kB', () => {
    const { scripts, style } = manifest.first;
    assert.ok(scripts.length + 2 <= 4, scripts.join(' '));
    assert.ok(sum([...scripts, style, 'index.html']) <= 45_000);
  });

  test('no screen needs more than 75 kB of script, the worker of uploads 10 KiB, all scripts 96 KiB', (t) => {
    const scripts = manifest.files.filter((name) => name.endsWith('.js'));
    const isWorker = (name: string): boolean => name.startsWith('worker-');
    const page = sum(scripts.filter((name) => !isWorker(name)));
    const worker = sum(scripts.filter(isWorker));
    t.diagnostic(`page ${page} bytes, worker ${worker} bytes`);
    for (const [name, needed] of Object.entries(manifest.screens)) assert.ok(sum(needed) <= 75_000, name);
    assert.ok(page <= 96 * 1024);
    assert.ok(worker > 0 && worker <= 10 * 1024);
  });
});
