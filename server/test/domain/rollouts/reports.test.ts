import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReportingWorld } from './reporting-world.ts';
import { step } from './rolling-world.ts';

describe('client reports', () => {
  it('halt a rollout once if set to halt', async () => {
    const world = await createReportingWorld({ brakes: { reports: 'halt' } });
    await world.download(world.id, 100);
    const [last = '', ...first] = world.ids(5);
    for (const id of first) await world.sendReport('failed', { id });
    await world.clientReports.flush();
    assert.equal((await world.rollout()).state, 'rolling');
    await world.sendReport('crashed', { id: last });
    await world.clientReports.flush();
    const { state, stopped } = await world.rollout();
    assert.deepEqual([state, stopped?.by], ['paused', 'brake']);
    assert.equal(stopped?.reason, 'reports: 5 of 5 outcomes were bad');
    assert.deepEqual(
      world.halts.map(({ source, bad, good }) => [source, bad, good]),
      [['reports', 5, 0]],
    );
    assert.equal((await world.actions()).filter((one) => one === 'rollout.halt by service').length, 1);
  });

  it('warn once and stop nothing by default', async () => {
    const world = await createReportingWorld();
    await world.download(world.id, 100);
    for (const id of world.ids(8)) await world.sendReport('crashed', { id });
    await world.clientReports.flush();
    await world.supervisor.evaluateAll();
    await world.supervisor.evaluateAll();
    assert.equal((await world.rollout()).state, 'rolling');
    assert.deepEqual(world.warnings, ['brake-warns']);
    assert.deepEqual(world.halts, []);
    const rolloutStatus = await world.supervisor.getStatus('app', world.id);
    assert.deepEqual(
      rolloutStatus.warnings.map(({ code }) => code),
      ['brake-warns'],
    );
    assert.match(rolloutStatus.warnings[0]?.detail ?? '', /^reports: 8 of 8 outcomes were bad/);
  });

  it('are not counted if off', async () => {
    const world = await createReportingWorld({ brakes: { reports: 'off' } });
    await world.download(world.id, 100);
    for (const id of world.ids(8)) await world.sendReport('crashed', { id });
    await world.clientReports.flush();
    assert.deepEqual(await world.evidence(), []);
    assert.deepEqual(new Set(world.reportResults), new Set(['crashed off']));
  });

  it('count once per client, with its worst outcome', async () => {
    const world = await createReportingWorld();
    await world.download(world.id, 100);
    const [one = '', two = ''] = world.ids(2);
    await world.sendReport('installed', { id: one });
    await world.sendReport('installed', { id: one });
    await world.sendReport('installed', { id: two });
    await world.clientReports.flush();
    assert.deepEqual(await world.evidence(), [
      [undefined, 0, 2],
      ['linux', 0, 2],
    ]);
    await world.sendReport('crashed', { id: one });
    await world.sendReport('installed', { id: one });
    await world.clientReports.flush();
    await world.sendReport('installed', { id: one });
    await world.sendReport('failed', { id: one });
    await world.clientReports.flush();
    assert.deepEqual(await world.evidence(), [
      [undefined, 1, 1],
      ['linux', 1, 1],
    ]);
    assert.deepEqual(world.reportResults.filter((result) => result.endsWith('counted')).length, 3);
  });

  it('do not count from clients outside the rollout or clients that chose to be in it', async () => {
    const world = await createReportingWorld({ cohorts: ['qa'] });
    const [inside = ''] = world.ids(1);
    const [outside = ''] = world.ids(1, false);
    await world.sendReport('installed', { id: outside });
    await world.sendReport('installed', {});
    await world.sendReport('installed', { id: inside, cohort: 'qa' });
    await world.sendReport('installed', { id: inside, manual: true });
    await world.sendReport('installed', { id: inside }, { version: '1.0.0' });
    await world.sendReport('installed', { id: inside }, { version: '9.9.9' });
    await world.sendReport('installed', { id: inside }, { target: 'beos' });
    await world.sendReport('installed', { id: inside }, { channel: 'nightly' });
    await world.clientReports.flush();
    assert.deepEqual(world.reportResults, [
      ...['installed outside', 'installed outside', 'installed chosen', 'installed chosen'],
      ...['installed unknown', 'installed unknown', 'installed unknown', 'installed unknown'],
    ]);
    assert.deepEqual(await world.evidence(), []);
    await world.sendReport(
      'installed',
      { id: inside, cohort: 'others' },
      { version: 'v2.0.0', channel: 'stable' },
    );
    await world.clientReports.flush();
    assert.deepEqual(await world.evidence(), [
      [undefined, 0, 1],
      ['linux', 0, 1],
    ]);
  });

  it('count by network without an ID, unless the rollout holds such clients', async () => {
    for (const withoutId of ['network', 'hold'] as const) {
      const world = await createReportingWorld({ withoutId });
      for (const network of [...world.addresses(3), ...world.addresses(1)])
        await world.sendReport('installed', { network });
      await world.clientReports.flush();
      const counted = world.reportResults.filter((result) => result.endsWith('counted')).length;
      assert.equal(counted, withoutId === 'hold' ? 0 : 3, withoutId);
    }
  });

  it('count at most three per network, and no more failures than downloads', async () => {
    const world = await createReportingWorld();
    const networkPrefix = '192.0.2.0/24';
    for (const id of world.ids(6)) {
      await world.sendReport('installed', { id, networkPrefix });
      await world.clientReports.flush();
    }
    assert.deepEqual(await world.evidence(), [
      [undefined, 0, 3],
      ['linux', 0, 3],
    ]);
    await world.download(world.id, 2);
    await world.download(world.id, 50, 'mac');
    for (const id of world.ids(20).slice(6)) await world.sendReport('failed', { id });
    await world.clientReports.flush();
    assert.ok(!world.reportResults.includes('failed unproven'), 'a download may be written a moment later');
    await world.clientReports.flush();
    assert.deepEqual(await world.evidence(), [
      [undefined, 2, 3],
      ['linux', 2, 3],
    ]);
    const reportResults = Object.groupBy(world.reportResults, (result) => result);
    assert.equal(reportResults['installed crowded']?.length, 3);
    assert.equal(reportResults['failed unproven']?.length, 12);
  });

  it('count if another node writes the download a moment later', async () => {
    const world = await createReportingWorld();
    for (const id of world.ids(2)) await world.sendReport('failed', { id });
    await world.clientReports.flush();
    assert.deepEqual(await world.evidence(), []);
    await world.download(world.id, 2);
    await world.clientReports.flush();
    assert.deepEqual((await world.evidence())[0], [undefined, 2, 0]);
    assert.deepEqual(world.reportResults, ['failed counted', 'failed counted']);
  });

  it('do not advance a rollout', async () => {
    const steps = [step(500), step(600, 0, { outcomes: 5 })] as const;
    const world = await createReportingWorld({ steps: [...steps] });
    for (const id of world.ids(9)) await world.sendReport('installed', { id });
    await world.clientReports.flush();
    await world.supervisor.evaluateAll();
    assert.equal((await world.rollout()).permille, 500);
    await world.report(0, 5);
    assert.equal((await world.rollout()).permille, 600);
  });

  it('count again after a resume only for clients with a worse outcome', async () => {
    const world = await createReportingWorld();
    await world.download(world.id, 100);
    const [one = '', two = '', three = ''] = world.ids(3);
    await world.sendReport('installed', { id: one });
    await world.sendReport('failed', { id: two });
    await world.clientReports.flush();
    await world.rolloutControl.pause(world.caller, world.id, 'lunch');
    await world.rolloutControl.resume(world.caller, world.id, undefined);
    assert.deepEqual(await world.evidence(), []);
    await world.sendReport('crashed', { id: one });
    await world.sendReport('failed', { id: two });
    await world.sendReport('installed', { id: three });
    await world.clientReports.flush();
    assert.deepEqual(await world.evidence(), [
      [undefined, 1, 1],
      ['linux', 1, 1],
    ]);
    assert.deepEqual(await world.store.sumEvidence(world.id, 'reports'), { bad: 2, good: 1 });
  });
});
