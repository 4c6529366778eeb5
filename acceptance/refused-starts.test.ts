import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Env } from '../lab/service.ts';
import { hangUp } from './dial.ts';
import { freePair, inFolder, runUntilExit } from './starting.ts';

after(hangUp);

describe('Invalid settings stop startup with one sentence that names the variable', {
  concurrency: 3,
}, () => {
  const refused: [string, (port: number) => Env][] = [
    ['PORT', () => ({ PORT: 'http' })],
    ['PORT', () => ({ PORT: '70000' })],
    ['SLIPWAY_ADMIN_KEY', () => ({ SLIPWAY_ADMIN_KEY: 'k'.repeat(31) })],
    ['SLIPWAY_DATABASE_URL', () => ({ SLIPWAY_DATABASE_URL: 'mysql://localhost/slipway' })],
    ['SLIPWAY_FAST_PATH', () => ({ SLIPWAY_FAST_PATH: 'false' })],
    ['SLIPWAY_STORAGE_URL', () => ({ SLIPWAY_STORAGE_URL: 'ftp://localhost/blobs' })],
    ['SLIPWAY_STORAGE_URL', () => ({ SLIPWAY_STORAGE_URL: 's3://bucket?sse=rot13' })],
    ['SLIPWAY_BASE_URL', () => ({ SLIPWAY_BASE_URL: 'localhost' })],
    ['SLIPWAY_PUBLIC_URL', (port) => ({ SLIPWAY_PUBLIC_URL: `http://localhost:${port}` })],
    ['SLIPWAY_UPLOAD_PORT', (port) => ({ SLIPWAY_UPLOAD_PORT: String(port) })],
    ['SLIPWAY_UPLOAD_URL', (port) => ({ SLIPWAY_UPLOAD_URL: `http://localhost:${port}` })],
    ['SLIPWAY_MAX_ARTIFACT_BYTES', () => ({ SLIPWAY_MAX_ARTIFACT_BYTES: 'much' })],
    ['SLIPWAY_MAX_ARTIFACT_BYTES', () => ({ SLIPWAY_MAX_ARTIFACT_BYTES: '-1' })],
    ['SLIPWAY_DISK_RESERVE', () => ({ SLIPWAY_DISK_RESERVE: '1GB' })],
    ['SLIPWAY_TRUSTED_PROXIES', () => ({ SLIPWAY_TRUSTED_PROXIES: 'everyone' })],
    ['SLIPWAY_WORKERS', () => ({ SLIPWAY_WORKERS: '0' })],
    ['LOG_LEVEL', () => ({ LOG_LEVEL: 'loud' })],
  ];
  for (const [variable, env] of refused) {
    test(`${variable}: ${JSON.stringify(env(8080)[variable]).slice(0, 40)}`, () =>
      inFolder(async (folder) => {
        const port = await freePair();
        const { code, stderr } = await runUntilExit(folder, { PORT: String(port), ...env(port) });
        assert.notEqual(code, 0);
        assert.equal(stderr.split('\n').length, 1, stderr);
        assert.match(stderr, new RegExp(`\\b${variable}\\b`));
      }));
  }
});

describe('Storage that cannot be opened stops startup with one sentence, even after the listeners are open', {
  concurrency: 2,
}, () => {
  const unusable: [string, string, RegExp, Env][] = [
    ['a database file that is none', 'slipway.db', /not a database/, {}],
    ['the same with two workers', 'slipway.db', /not a database/, { SLIPWAY_WORKERS: '2' }],
    ['a storage folder that is a file', 'blobs', /storage/i, {}],
  ];
  for (const [what, name, sentence, env] of unusable) {
    test(what, () =>
      inFolder(async (folder) => {
        await mkdir(join(folder, 'data'));
        await writeFile(join(folder, 'data', name), 'something else entirely'.repeat(50));
        const { code, stderr } = await runUntilExit(folder, { PORT: String(await freePair()), ...env });
        assert.equal(code, 1);
        for (const line of stderr.split('\n')) assert.match(line, sentence);
      }),
    );
  }
});
