import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { createReportingWorld } from './reporting-world.ts';
import { hour } from './rolling-world.ts';

const day = 24 * hour;

describe('a report', () => {
  it('waits while the database is away, bounded, and is then counted', async () => {
    const world = await createReportingWorld();
    const all = world.ids(bounds.waitingReports + 3);
    await world.sendReport('installed', { id: all[0] ?? '' });
    world.setAway(true);
    await assert.rejects(world.clientReports.flush());
    for (const id of all) await world.sendReport('installed', { id });
    assert.deepEqual(world.reportResults, ['installed repeated', ...Array(3).fill('installed dropped')]);
    await assert.rejects(world.clientReports.flush());
    world.setAway(false);
    await world.clientReports.flush();
    assert.deepEqual((await world.evidence())[0], [undefined, 0, bounds.waitingReports]);
  });

  it('that was written, and not acknowledged, counts once', async () => {
    const world = await createReportingWorld();
    await world.download(world.id, 100);
    for (const id of world.ids(3)) await world.sendReport('failed', { id });
    const { transaction } = world.store;
    let lost = 0;
    Object.assign(world.store, {
      transaction: async (...args: Parameters<typeof transaction>) => {
        const result = await transaction(...args);
        if (lost++ === 0) {
          world.setAway(true);
          await world.store.ping();
        }
        return result;
      },
    });
    await assert.rejects(world.clientReports.flush());
    world.setAway(false);
    await world.clientReports.flush();
    assert.deepEqual((await world.evidence())[0], [undefined, 3, 0]);
    assert.deepEqual(world.reportResults, Array(3).fill('failed repeated'));
  });

  it('of a release that is done or withdrawn is nobody’s', async () => {
    const world = await createReportingWorld();
    const [id = ''] = world.ids(1);
    await world.sendReport('installed', { id });
    await world.rolloutControl.complete(world.caller, world.id);
    await world.clientReports.flush();
    await world.sendReport('installed', { id });
    const other = await createReportingWorld();
    await other.sendReport('installed', { id: other.ids(1)[0] ?? '' });
    await other.withdrawals.withdraw(other.caller, other.id, 'x');
    await other.clientReports.flush();
    assert.deepEqual(
      [world.reportResults, other.reportResults],
      [['installed unknown', 'installed unknown'], ['installed unknown']],
    );
  });
});

describe('who reported', () => {
  it('is forgotten a week after the rollout is done, or a month after it was stopped', async () => {
    const worlds = [await createReportingWorld(), await createReportingWorld()];
    const [done, stopped] = worlds;
    assert.ok(done !== undefined && stopped !== undefined);
    for (const world of worlds) {
      for (const id of world.ids(2)) await world.sendReport('installed', { id });
      await world.clientReports.flush();
      world.clock.advance(40 * day);
      assert.equal(await world.housekeeping.deleteOldReports(), 0, 'while it is rolling');
    }
    await done.rolloutControl.complete(done.caller, done.id);
    await stopped.rolloutControl.pause(stopped.caller, stopped.id, 'lunch');
    for (const [world, days] of [
      [done, 7],
      [stopped, 30],
    ] as const) {
      world.clock.advance(days * day - 1);
      assert.equal(await world.housekeeping.deleteOldReports(), 0);
      world.clock.advance(2);
      assert.equal(await world.housekeeping.deleteOldReports(), 2);
      assert.equal(await world.housekeeping.deleteOldReports(), 0);
    }
  });
});
