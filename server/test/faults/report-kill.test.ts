import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../../../lab/wait-until.ts';
import { sumOutcomes } from '../../src/domain/model/evidence-window.ts';
import { dayOf } from '../../src/domain/model/instant.ts';
import { openSqlite } from '../../src/drivers/sqlite.ts';
import { rolloutOf } from '../conformance/store/evidence.ts';
import { appNamed, at, draftOf, seedPublished } from '../conformance/store/fixtures.ts';
import { scaled } from './scale.ts';

/* The report-counting process is killed repeatedly: each batch was counted completely or not at all. */

const rounds = scaled(4, 60);
const worker = fileURLToPath(new URL('report-jobs.ts', import.meta.url));

describe('kill -9 while reports are counted', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-report-kill-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const seed = async (file: string): Promise<string[]> => {
    const store = await openSqlite({ file });
    const channel = { app: 'app', name: 'stable', active: true, alsoOffers: undefined, createdAt: at(0) };
    await store.transaction(async (tx) => {
      await tx.insertApp(appNamed('app'));
      await tx.insertChannel(channel);
    });
    const ids: string[] = [];
    for (const version of ['0.0.0', '1.0.0']) {
      const { id } = (await seedPublished(store, draftOf('app', version), ['a', 'b'])).release;
      await store.transaction((tx) => tx.putRollout({ ...rolloutOf(id, 'rolling'), permille: 900 }));
      const row = { app: 'app', day: dayOf(at(50)), releaseId: id, target: 'a', bytes: 1, downloads: 5000 };
      const rows = [row, { ...row, target: 'b' }];
      // As many as count per network, from a thousand networks.
      const deliveries = Array.from({ length: 2000 }, (_, i) => ({
        ...{ app: 'app', releaseId: id, target: i % 2 === 0 ? 'a' : 'b', network: i, count: 5, at: at(50) },
      }));
      await store.addUsage({ node: id, sequence: 1, at: at(50), rows, deliveries });
      ids.push(id);
    }
    await store.close();
    return ids;
  };

  /** Outcomes by scope, according to reporters and to evidence. */
  const compare = (file: string): { bad: number; good: number } => {
    const db = new DatabaseSync(file, { readOnly: true });
    const reported = db
      .prepare(`select release_id, round, lap, target, sum(outcome != 'installed') as bad, sum(outcome = 'installed') as good
        from rollout_reports group by release_id, round, lap, target order by release_id, round, lap, target`)
      .all();
    const counted = db
      .prepare(`select release_id, round, lap, target, bad, good from rollout_evidence
        where bad + good > 0 order by release_id, round, lap, target`)
      .all();
    db.close();
    assert.deepEqual(counted, reported);
    return sumOutcomes(reported.map(({ bad, good }) => ({ bad: Number(bad), good: Number(good) })));
  };

  test(`${rounds} times: stored reporters match the counted evidence`, async (t) => {
    const file = join(folder, 'slipway.db');
    const ids = await seed(file);
    let previous = { bad: 0, good: 0 };
    for (let round = 0; round < rounds; round++) {
      const child = spawn(process.execPath, [worker, file, `${round}`, ...ids], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let batches = 0;
      child.stdout.on('data', (dots: Buffer) => {
        batches += dots.length;
      });
      await waitUntil('some batches', () => batches >= 1 + (round % 5));
      await sleep(Math.random() * 20);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const now = compare(file);
      assert.ok(
        now.bad >= previous.bad && now.bad + now.good >= previous.bad + previous.good,
        'nothing goes back',
      );
      previous = now;
    }
    t.diagnostic(`${rounds} kills, ${previous.bad} bad and ${previous.good} good outcomes`);
    assert.ok(previous.bad > 20 && previous.good > 20);
  });
});
