import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import type { App } from '../../../src/domain/model/app.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { createVersionTables } from '../../../src/http/checks/version-table.ts';
import { createPlainCheck } from '../../domain/decision/plain-check.ts';

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

describe('prepared checks of a site', () => {
  test('requests for unknown targets take no place from existing ones', () => {
    const check = createPlainCheck();
    const site = makeHello();
    for (let i = 0; i < 1000; i++)
      check.prepareFor(site, { channel: 'stable', target: `junk${i}`, arch: 'x86_64' });
    assert.equal(check.find(site, '/releases/stable/junk0/x86_64'), undefined);
    check.prepareFor(site, { channel: 'stable', target: 'linux', arch: 'x86_64' });
    assert.notEqual(check.find(site, '/releases/stable/linux/x86_64'), undefined);
  });

  test('a response is found by its path, but not for a long version or one with several segments', () => {
    const check = createPlainCheck();
    const site = makeHello();
    const place = '/releases/stable/linux/x86_64';
    const ask = (version: string) => {
      const expected = check.prepareVersion(
        check.prepareFor(site, { channel: 'stable', target: 'linux', arch: 'x86_64' }),
        version,
      );
      return check.findVersion(site, `${place}/${version}`) === expected;
    };
    assert.deepEqual(['1.0.0', 'v'.repeat(32)].map(ask), [true, true]);
    assert.deepEqual(['v'.repeat(33), '1/2', '1%2F2', '%31'].map(ask), [false, false, false, false]);
    assert.equal(check.findVersion(makeHello(), `${place}/1.0.0`), undefined, 'it goes with its site');
  });

  test('a path that could belong to another route is never cached', () => {
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

  test('a repeated version is decided once', () => {
    const check = createPlainCheck();
    const prepared = check.prepareFor(makeHello(), { channel: 'stable', target: 'linux', arch: 'x86_64' });
    for (const [version, outcome] of [
      ['1.0.0', 'update'],
      ['1.1.0', 'up-to-date'],
      ['2', 'up-to-date'],
      ['x'.repeat(500), 'update'],
    ] as const) {
      const first = check.respondTo(prepared, version, request);
      assert.equal(first.outcome, outcome);
      assert.equal(check.respondTo(prepared, version, request), first);
    }
  });
});

describe('the version table', () => {
  test('stays within its bound with 100,000 made-up versions of 1,000 paths', () => {
    const createTable = createVersionTables<{ answer: string }>();
    const tables = Array.from({ length: 1000 }, () => createTable());
    const value = { answer: '' };
    const filled = () =>
      tables.reduce((sum, table, t) => sum + versionsOf(t).filter((v) => table.find(v)).length, 0);
    const versionsOf = (t: number) => Array.from({ length: 100 }, (_, i) => `${t}.${i}.0-made-up`);
    for (const [t, table] of tables.entries()) for (const version of versionsOf(t)) table.set(version, value);
    assert.ok(filled() > 0 && filled() <= 50_000, String(filled()));
    const [honest] = tables;
    honest?.set('1.0.0', value);
    assert.equal(honest?.find('1.0.0'), value, 'what is in use is back at once');
  });

  test('a full table starts over; its limit grows with its number of addresses', () => {
    const table = createVersionTables<number>()();
    for (let i = 0; i < 1000; i++) table.set(`1.${i}`, i);
    const remaining = Array.from({ length: 1000 }, (_, i) => table.find(`1.${i}`)).filter(
      (v) => v !== undefined,
    );
    assert.ok(remaining.length > 0 && remaining.length <= 256);
    const wider = createVersionTables<number>()(() => 2);
    for (let i = 0; i < 512; i++) wider.set(`1.${i}`, i);
    assert.deepEqual([wider.find('1.0'), wider.find('1.511')], [0, 511]);
  });

  test('evicts the oldest tables first, and counts a repeated version once', () => {
    const createTable = createVersionTables<number>(() => 10);
    const [old, young] = [createTable(), createTable()];
    old.set('1.0.0', 1);
    for (let i = 0; i < 100; i++) young.set('1.0.0', i);
    assert.equal(old.find('1.0.0'), 1);
    for (let i = 0; i < 9; i++) young.set(`2.${i}`, i);
    assert.deepEqual([old.find('1.0.0'), young.find('1.0.0'), young.find('2.8')], [undefined, 99, 8]);
  });
});
