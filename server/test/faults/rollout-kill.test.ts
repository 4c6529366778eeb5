import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../../../lab/wait-until.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { openSqlite } from '../../src/drivers/sqlite.ts';
import { rolloutOf } from '../conformance/store/evidence.ts';
import { appNamed, at, draftOf, seedPublished } from '../conformance/store/fixtures.ts';
import { scaled } from './scale.ts';

/* The rollout process is killed repeatedly: each step and halt was done with its audit row, or not at all. */

const rounds = scaled(8, 100);
const rollouts = 10;
/** Later each time: a clock never goes back. */
const startOf = (round: number): string => new Date(Date.UTC(2027, 0, 1 + round * 7)).toISOString();
const worker = fileURLToPath(new URL('rollout-jobs.ts', import.meta.url));

describe('kill -9 between steps and halts', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-rollout-kill-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const seed = async (store: Store): Promise<string[]> => {
    const app = appNamed('app');
    await store.transaction(async (tx) => {
      await tx.insertApp(app);
      await tx.insertChannel({
        app: app.slug,
        name: 'stable',
        active: true,
        alsoOffers: undefined,
        createdAt: at(0),
      });
    });
    const steps = Array.from({ length: 900 }, (_, index) => ({
      permille: 11 + index,
      afterHours: 1,
      needs: {},
    }));
    const ids: string[] = [];
    for (let index = 0; index < rollouts; index++) {
      const { release } = await seedPublished(store, draftOf('app', `${index}.0.0`), ['a', 'b']);
      await store.transaction((tx) => tx.putRollout({ ...rolloutOf(release.id, 'rolling'), steps }));
      ids.push(release.id);
    }
    return ids;
  };

  /** Every rollout matches its rows in the audit log exactly. */
  const compare = async (store: Store, ids: readonly string[]): Promise<{ steps: number; halts: number }> => {
    const { id: appId = '' } = (await store.findApp('app')) ?? {};
    const { items } = await store.listAudit(appId, { limit: 100_000 });
    let [steps, halts] = [0, 0];
    for (const id of ids) {
      const { rollout } = (await store.findRelease('app', id)) ?? {};
      const rows = items.filter(({ subject }) => subject === id).reverse();
      const taken = rows.filter(({ action }) => action === 'rollout.advance');
      const stops = rows.filter(({ action }) => action === 'rollout.halt').length;
      assert.equal(rollout?.stepNumber, taken.length);
      assert.equal(rollout?.permille, 10 + taken.length);
      assert.equal(rollout?.steps.length, 900 - taken.length);
      assert.equal(stops, rollout?.state === 'paused' ? 1 : 0);
      assert.ok(stops === 0 || rows.at(-1)?.action === 'rollout.halt', 'no step after a halt');
      steps += taken.length;
      halts += stops;
    }
    return { steps, halts };
  };

  test(`${rounds} times: each change has its audit row, or did not happen`, async (t) => {
    const file = join(folder, 'slipway.db');
    let store = await openSqlite({ file });
    const ids = await seed(store);
    let previous = { steps: 0, halts: 0 };
    for (let round = 0; round < rounds; round++) {
      await store.close();
      const child = spawn(process.execPath, [worker, file, startOf(round), ...ids], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let hours = 0;
      child.stdout.on('data', (dots: Buffer) => {
        hours += dots.length;
      });
      await waitUntil('some hours', () => hours >= 2 + (round % 5));
      await sleep(Math.random() * 20);
      child.kill('SIGKILL');
      await once(child, 'exit');
      store = await openSqlite({ file });
      const now = await compare(store, ids);
      assert.ok(now.steps >= previous.steps && now.halts >= previous.halts, 'nothing goes back');
      previous = now;
    }
    await store.close();
    t.diagnostic(`${rounds} kills, ${previous.steps} steps, ${previous.halts} halts`);
    assert.ok(previous.steps > rounds && previous.halts > 0);
  });
});
