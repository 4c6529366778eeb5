import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Kysely } from 'kysely';
import type { Store } from '../../src/domain/ports/store.ts';
import { openChangeFeed } from '../../src/drivers/sql/change-counter.ts';
import type { Tables } from '../../src/drivers/sql/schema.ts';
import { createSqlStore } from '../../src/drivers/sql/store.ts';
import { openSqliteConnection, type SqliteConnection } from '../../src/drivers/sqlite/connection.ts';
import { readerDialect } from '../../src/drivers/sqlite/dialect.ts';
import { migrateSqlite } from '../../src/drivers/sqlite.ts';

/** Query steps that scan or sort a whole table; a statement's own lists are short, and the rollout index is small. */
const isCostly = (step: string): boolean =>
  /^SCAN (?!(targets|starts|bases|gates|rolling|CONSTANT ROW|rollouts USING INDEX rollouts_rolling)$)/.test(
    step,
  ) || /USE TEMP B-TREE FOR ORDER BY/.test(step);

/** Steps that scan all offers of an app, however many releases it has. */
const isLong = (step: string): boolean =>
  / (PRIMARY KEY|offered_by_gate|offered_rolling) \(app=\?\)$/.test(step);

describe('the plans of reads', () => {
  let folder = '';
  let connection: SqliteConnection | undefined;
  let store: Store | undefined;
  const steps: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-plans-'));
    const file = join(folder, 'slipway.db');
    await migrateSqlite({ file });
    const opened = await openSqliteConnection({ file, role: 'reader', busyTimeoutMs: 1000 });
    connection = opened;
    const run: SqliteConnection['run'] = async (sql, parameters) => {
      const plan = await opened.run(`explain query plan ${sql}`, parameters);
      steps.push(...(plan.rows as { detail: string }[]).map(({ detail }) => detail));
      return opened.run(sql, parameters);
    };
    const db = new Kysely<Tables>({ dialect: readerDialect({ ...opened, run }) });
    const feed = await openChangeFeed(db);
    store = createSqlStore({ engine: 'sqlite', reader: db, writer: db, feed, close: async () => undefined });
  });
  after(async () => {
    await connection?.close();
    await rm(folder, { recursive: true });
  });

  const page = { limit: 20 };
  const reads: Record<string, (store: Store) => Promise<unknown>> = {
    findApp: ({ findApp }) => findApp('a'),
    findAppByPublicSlug: ({ findAppByPublicSlug }) => findAppByPublicSlug('a'),
    findAppByDomain: ({ findAppByDomain }) => findAppByDomain('a.example.com'),
    findChannel: ({ findChannel }) => findChannel('a', 'stable'),
    listChannels: ({ listChannels }) => listChannels('a'),
    findKey: ({ findKey }) => findKey('key_1'),
    listKeys: ({ listKeys }) => listKeys('a', '2026-01-01T00:00:00.000Z', 'made'),
    'listKeys, all': ({ listKeys }) => listKeys('a', '2026-01-01T00:00:00.000Z', 'all'),
    countLiveKeys: ({ countLiveKeys }) => countLiveKeys('a', '2026-01-01T00:00:00.000Z', 'made'),
    'countLiveKeys, exchanged': ({ countLiveKeys }) =>
      countLiveKeys('a', '2026-01-01T00:00:00.000Z', 'exchanged'),
    listTrustedPublishers: ({ listTrustedPublishers }) => listTrustedPublishers('a'),
    findTrustedPublisher: ({ findTrustedPublisher }) => findTrustedPublisher('a', 'tru_1'),
    countDrafts: ({ countDrafts }) => countDrafts('a'),
    findRelease: ({ findRelease }) => findRelease('a', 'rel_1'),
    findReleaseByVersion: ({ findReleaseByVersion }) => findReleaseByVersion('a', 'stable', '1.0.0'),
    listByVersions: ({ listByVersions }) => listByVersions('a', 'stable', ['1.0.0', 'v1.0.0']),
    listReleases: ({ listReleases }) => listReleases('a', page),
    'listReleases of a channel': ({ listReleases }) => listReleases('a', { ...page, channel: 'stable' }),
    'listReleases with a text in the version': ({ listReleases }) =>
      listReleases('a', { ...page, version: 'beta' }),
    'listReleases in a state': ({ listReleases }) => listReleases('a', { ...page, state: 'draft' }),
    listPublished: ({ listPublished }) => listPublished('a', page),
    'listPublished of a channel': ({ listPublished }) => listPublished('a', { ...page, channel: 'stable' }),
    'listPublished before another': ({ listPublished }) =>
      listPublished('a', { ...page, channel: 'stable', before: 5 }),
    'listPublished with withdrawn': ({ listPublished }) => listPublished('a', { ...page, withdrawn: true }),
    listVersions: ({ listVersions }) => listVersions('a'),
    listRolling: ({ listRolling }) => listRolling(),
    hasFullyReleased: ({ hasFullyReleased }) => hasFullyReleased('a', 'stable', 5),
    hasPublished: ({ hasPublished }) => hasPublished('a'),
    findReleasedArtifact: ({ findReleasedArtifact }) => findReleasedArtifact('rel_1', 'a'),
    listStored: ({ listStored }) => listStored('art_1', 20),
    findArtifactStates: ({ findArtifactStates }) => findArtifactStates(['art_1', 'art_2']),
    listUsage: ({ listUsage }) => listUsage('a', '2026-01-01', '2026-01-31'),
    listFleet: ({ listFleet }) => listFleet('a', { from: '2026-01-01', to: '2026-01-31' }),
    'listSketches of channels': ({ listSketches }) =>
      listSketches('a', { from: '2026-01-01', to: '2026-01-31', of: 'channels' }),
    'listSketches of versions': ({ listSketches }) =>
      listSketches('a', { from: '2026-01-01', to: '2026-01-31', of: 'versions', channel: 'stable' }),
    'mergeSketches, to find what there is': ({ mergeSketches }) => mergeSketches(),
    listRolloutHours: ({ listRolloutHours }) => listRolloutHours('rel_1'),
    findReports: ({ findReports }) => findReports('rel_1', ['a', 'b']),
    countReporters: ({ countReporters }) => countReporters('rel_1', [1, 2]),
    monthBytes: ({ monthBytes }) => monthBytes('a', '2026-01'),
    listAudit: ({ listAudit }) => listAudit('a', page),
    'listAudit of a subject': ({ listAudit }) => listAudit('a', { ...page, subject: 'rel_1' }),
    'listAudit of an actor': ({ listAudit }) => listAudit('a', { ...page, actor: 'Release CI' }),
    'listAudit of an action': ({ listAudit }) => listAudit('a', { ...page, action: 'release' }),
    findSession: ({ findSession }) => findSession('hash'),
    findSetting: ({ findSetting }) => findSetting('name'),
  };
  for (const [name, read] of Object.entries(reads))
    it(`${name} goes by an index and is not sorted afterwards`, async () => {
      steps.length = 0;
      assert.ok(store);
      await read(store);
      assert.notEqual(steps.length, 0);
      assert.deepEqual(steps.filter(isCostly), [], steps.join('\n'));
    });

  for (const without of [undefined, { releaseId: 'rel_1' }, { releaseId: 'rel_1', target: 'a' }])
    it(`listCandidates reads no table as a whole and sorts only what it found ${JSON.stringify(without)}`, async () => {
      steps.length = 0;
      await store?.listCandidates('a', without);
      const costly = steps.filter(isCostly);
      assert.deepEqual(costly, ['USE TEMP B-TREE FOR ORDER BY'], steps.join('\n'));
      assert.deepEqual(steps.filter(isLong), [], steps.join('\n'));
    });
});
