import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import type { App } from '../../src/domain/nouns/app.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/nouns/release.ts';
import { makeSite } from '../../src/domain/nouns/site.ts';
import { createVersionTable } from '../../src/http/public/version-table.ts';
import { createPlainCheck } from './plain-check.ts';

const target = 'linux-x86_64';
const request = {} as IncomingMessage;
const release = {
  id: 'rel_1',
  app: 'hello',
  channel: 'stable',
  version: '1.1.0',
  notes: '',
  state: 'published',
  pubDate: '2026-01-01T00:00:00.000Z',
  sequence: 1,
  policy: {},
  artifacts: [{ target, state: 'active', sha256: 'a'.repeat(64), sizeBytes: 1, facts: {} }],
} as unknown as ReleaseWithArtifacts;

const address = { host: 'hello.localhost', baseUrl: 'http://hello.localhost' };
const makeHello = () => makeSite(address, { slug: 'hello', adapter: 'rest' } as App, [release]);

describe('what is kept of a site for its checks', () => {
  test('strangers who ask for what is not there take no place from what is', () => {
    const check = createPlainCheck();
    const site = makeHello();
    for (let i = 0; i < 1000; i++)
      check.prepareFor(site, { channel: 'stable', target: `junk${i}`, arch: 'x86_64' });
    assert.equal(check.find(site, '/releases/stable/junk0/x86_64'), undefined);
    check.prepareFor(site, { channel: 'stable', target: 'linux', arch: 'x86_64' });
    assert.notEqual(check.find(site, '/releases/stable/linux/x86_64'), undefined);
  });

  test('an address that could be another route’s is never kept', () => {
    const check = createPlainCheck();
    const site = makeSite(address, { slug: 'hello', adapter: 'rest' } as App, [
      { ...release, channel: 'v1' },
      { ...release, channel: 'download' },
    ]);
    for (const channel of ['v1', 'download']) {
      check.prepareFor(site, { channel, target: 'linux', arch: 'x86_64' });
      assert.equal(check.find(site, `/releases/${channel}/linux/x86_64`), undefined);
    }
  });

  test('a version asked twice is decided once, and both times alike', () => {
    const check = createPlainCheck();
    const prepared = check.prepareFor(makeHello(), { channel: 'stable', target: 'linux', arch: 'x86_64' });
    for (const [version, outcome] of [
      ['1.0.0', 'update'],
      ['1.1.0', 'up-to-date'],
      ['2', 'up-to-date'],
      ['x'.repeat(500), 'update'],
    ] as const) {
      const first = check.answerFor(prepared, version, request);
      assert.equal(first.outcome, outcome);
      assert.equal(check.answerFor(prepared, version, request), first);
    }
  });
});

describe('the table of versions', () => {
  test('a hundred thousand made-up versions of a thousand addresses leave it within its bound', () => {
    const createTable = createVersionTable<{ answer: string }>();
    const tables = Array.from({ length: 1000 }, createTable);
    const value = { answer: '' };
    const filled = () =>
      tables.reduce((sum, table, t) => sum + versionsOf(t).filter((v) => table.find(v)).length, 0);
    const versionsOf = (t: number) => Array.from({ length: 100 }, (_, i) => `${t}.${i}.0-made-up`);
    for (const [t, table] of tables.entries())
      for (const version of versionsOf(t)) table.keep(version, value);
    assert.ok(filled() > 0 && filled() <= 50_000, String(filled()));
    const [honest] = tables;
    honest?.keep('1.0.0', value);
    assert.equal(honest?.find('1.0.0'), value, 'what is in use is back at once');
  });

  test('one address with more versions than it has room for begins anew; long ones are never kept', () => {
    const table = createVersionTable<number>()();
    for (let i = 0; i < 1000; i++) table.keep(`1.${i}`, i);
    const kept = Array.from({ length: 1000 }, (_, i) => table.find(`1.${i}`)).filter((v) => v !== undefined);
    assert.ok(kept.length > 0 && kept.length <= 256);
    table.keep('v'.repeat(33), 1);
    assert.equal(table.find('v'.repeat(33)), undefined);
  });
});
