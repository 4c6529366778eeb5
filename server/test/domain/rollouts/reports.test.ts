import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReportingWorld } from './reporting-world.ts';
import { step } from './rolling-world.ts';

describe('what installed copies report', () => {
  it('halts a rollout whose publisher listens to them, once', async () => {
    const world = await createReportingWorld({ brakes: { reports: 'halt' } });
    await world.download(world.id, 100);
    const [last = '', ...first] = world.ids(5);
    for (const id of first) await world.hear('failed', { id });
    await world.gathering.flush();
    assert.equal((await world.rollout()).state, 'rolling');
    await world.hear('crashed', { id: last });
    await world.gathering.flush();
    const { state, stopped } = await world.rollout();
    assert.deepEqual([state, stopped?.by], ['paused', 'brake']);
    assert.equal(stopped?.reason, 'reports: 5 of 5 outcomes were bad');
    assert.deepEqual(
      world.halts.map(({ source, bad, good }) => [source, bad, good]),
      [['reports', 5, 0]],
    );
    assert.equal((await world.actions()).filter((one) => one === 'rollout.halt by service').length, 1);
  });

  it('warns and stops nothing unless told otherwise; it is said once, and shown', async () => {
    const world = await createReportingWorld();
    await world.download(world.id, 100);
    for (const id of world.ids(8)) await world.hear('crashed', { id });
    await world.gathering.flush();
    await world.watching.watch();
    await world.watching.watch();
    assert.equal((await world.rollout()).state, 'rolling');
    assert.deepEqual(world.warnings, ['brake-warns']);
    assert.deepEqual(world.halts, []);
    const shown = await world.watching.show('app', world.id);
    assert.deepEqual(
      shown.warnings.map(({ code }) => code),
      ['brake-warns'],
    );
    assert.match(shown.warnings[0]?.detail ?? '', /^reports: 8 of 8 outcomes were bad/);
  });

  it('is not counted at all where it is off', async () => {
    const world = await createReportingWorld({ brakes: { reports: 'off' } });
    await world.download(world.id, 100);
    for (const id of world.ids(8)) await world.hear('crashed', { id });
    await world.gathering.flush();
    assert.deepEqual(await world.evidence(), []);
    assert.deepEqual(new Set(world.fates), new Set(['crashed off']));
  });

  it('counts once for each copy, the worst it ever said', async () => {
    const world = await createReportingWorld();
    await world.download(world.id, 100);
    const [one = '', two = ''] = world.ids(2);
    await world.hear('installed', { id: one });
    await world.hear('installed', { id: one });
    await world.hear('installed', { id: two });
    await world.gathering.flush();
    assert.deepEqual(await world.evidence(), [
      [undefined, 0, 2],
      ['linux', 0, 2],
    ]);
    await world.hear('crashed', { id: one });
    await world.hear('installed', { id: one });
    await world.gathering.flush();
    await world.hear('installed', { id: one });
    await world.hear('failed', { id: one });
    await world.gathering.flush();
    assert.deepEqual(await world.evidence(), [
      [undefined, 1, 1],
      ['linux', 1, 1],
    ]);
    assert.deepEqual(world.fates.filter((fate) => fate.endsWith('counted')).length, 3);
  });

  it('does not count from whoever is not in, or chose to be', async () => {
    const world = await createReportingWorld({ cohorts: ['qa'] });
    const [inside = ''] = world.ids(1);
    const [outside = ''] = world.ids(1, false);
    await world.hear('installed', { id: outside });
    await world.hear('installed', {});
    await world.hear('installed', { id: inside, cohort: 'qa' });
    await world.hear('installed', { id: inside, manual: true });
    await world.hear('installed', { id: inside }, { version: '1.0.0' });
    await world.hear('installed', { id: inside }, { version: '9.9.9' });
    await world.hear('installed', { id: inside }, { target: 'beos' });
    await world.hear('installed', { id: inside }, { channel: 'nightly' });
    await world.gathering.flush();
    assert.deepEqual(world.fates, [
      ...['installed outside', 'installed outside', 'installed chosen', 'installed chosen'],
      ...['installed unknown', 'installed unknown', 'installed unknown', 'installed unknown'],
    ]);
    assert.deepEqual(await world.evidence(), []);
    await world.hear('installed', { id: inside, cohort: 'others' }, { version: 'v2.0.0', channel: 'stable' });
    await world.gathering.flush();
    assert.deepEqual(await world.evidence(), [
      [undefined, 0, 1],
      ['linux', 0, 1],
    ]);
  });

  it('counts by network where no id is sent, unless the rollout holds those', async () => {
    for (const withoutId of ['network', 'hold'] as const) {
      const world = await createReportingWorld({ withoutId });
      for (const network of [...world.addresses(3), ...world.addresses(1)])
        await world.hear('installed', { network });
      await world.gathering.flush();
      const counted = world.fates.filter((fate) => fate.endsWith('counted')).length;
      assert.equal(counted, withoutId === 'hold' ? 0 : 3, withoutId);
    }
  });

  it('counts three times of a network, and of no more copies than have it when it speaks against it', async () => {
    const world = await createReportingWorld();
    const neighbourhood = '192.0.2.0/24';
    for (const id of world.ids(6)) {
      await world.hear('installed', { id, neighbourhood });
      await world.gathering.flush();
    }
    assert.deepEqual(await world.evidence(), [
      [undefined, 0, 3],
      ['linux', 0, 3],
    ]);
    await world.download(world.id, 2);
    await world.download(world.id, 50, 'mac');
    for (const id of world.ids(20).slice(6)) await world.hear('failed', { id });
    await world.gathering.flush();
    assert.ok(!world.fates.includes('failed unproven'), 'a download may be written a moment later');
    await world.gathering.flush();
    assert.deepEqual(await world.evidence(), [
      [undefined, 2, 3],
      ['linux', 2, 3],
    ]);
    const fates = Object.groupBy(world.fates, (fate) => fate);
    assert.equal(fates['installed crowded']?.length, 3);
    assert.equal(fates['failed unproven']?.length, 12);
  });

  it('counts when its download is written a moment later, by another node', async () => {
    const world = await createReportingWorld();
    for (const id of world.ids(2)) await world.hear('failed', { id });
    await world.gathering.flush();
    assert.deepEqual(await world.evidence(), []);
    await world.download(world.id, 2);
    await world.gathering.flush();
    assert.deepEqual((await world.evidence())[0], [undefined, 2, 0]);
    assert.deepEqual(world.fates, ['failed counted', 'failed counted']);
  });

  it('does not make a rollout grow', async () => {
    const steps = [step(500), step(600, 0, { outcomes: 5 })] as const;
    const world = await createReportingWorld({ steps: [...steps] });
    for (const id of world.ids(9)) await world.hear('installed', { id });
    await world.gathering.flush();
    await world.watching.watch();
    assert.equal((await world.rollout()).permille, 500);
    await world.tell(0, 5);
    assert.equal((await world.rollout()).permille, 600);
  });

  it('counts anew after a resume only for copies that fare worse', async () => {
    const world = await createReportingWorld();
    await world.download(world.id, 100);
    const [one = '', two = '', three = ''] = world.ids(3);
    await world.hear('installed', { id: one });
    await world.hear('failed', { id: two });
    await world.gathering.flush();
    await world.rollingOut.pause(world.caller, world.id, 'lunch');
    await world.rollingOut.resume(world.caller, world.id, undefined);
    assert.deepEqual(await world.evidence(), []);
    await world.hear('crashed', { id: one });
    await world.hear('failed', { id: two });
    await world.hear('installed', { id: three });
    await world.gathering.flush();
    assert.deepEqual(await world.evidence(), [
      [undefined, 1, 1],
      ['linux', 1, 1],
    ]);
    assert.deepEqual(await world.store.sumEvidence(world.id, 'reports'), { bad: 2, good: 1 });
  });
});
