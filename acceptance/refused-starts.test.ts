import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Env } from '../lab/service.ts';
import { hangUp } from './dial.ts';
import { freePair, inFolder, runToItsEnd } from './starting.ts';

after(hangUp);

describe('Contradictions stop the start with one sentence that names the variable', {
  concurrency: 3,
}, () => {
  const refused: [string, (port: number) => Env][] = [
    ['PORT', () => ({ PORT: 'http' })],
    ['PORT', () => ({ PORT: '70000' })],
    ['SLIPWAY_ADMIN_KEY', () => ({ SLIPWAY_ADMIN_KEY: 'k'.repeat(31) })],
    ['SLIPWAY_DATABASE_URL', () => ({ SLIPWAY_DATABASE_URL: 'mysql://localhost/slipway' })],
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
        const { code, said } = await runToItsEnd(folder, { PORT: String(port), ...env(port) });
        assert.notEqual(code, 0);
        assert.equal(said.split('\n').length, 1, said);
        assert.match(said, new RegExp(`\\b${variable}\\b`));
      }));
  }
});

describe('What cannot be opened ends the start with one sentence, though the listeners are open by then', {
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
        const { code, said } = await runToItsEnd(folder, { PORT: String(await freePair()), ...env });
        assert.equal(code, 1);
        for (const line of said.split('\n')) assert.match(line, sentence);
      }),
    );
  }
});
