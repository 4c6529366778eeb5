import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Stage, target, useStage } from './stage.ts';

/*
 * An attacker with the app's public host and addresses in a few networks tries every input of a rollout: it must not
 * grow it, reach its exposure cap, fake the fleet size or hide failures beyond what docs/ROLLOUTS.md allows.
 */

interface RolloutResponse {
  rollout: { state: string; percent: number; capReached: boolean };
  evidence: { source: string; target: string | null; bad: number; good: number }[];
  exposed: { downloads: number; ofFleet: number | null };
  hours: { offers: number; arrivals: number; downloads: number }[];
}

const env = { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1' };
const attacker = '198.51.100';
/** Attack requests per input. */
const tries = 100;

const times = (count: number, work: (i: number) => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

/** An app whose 3.0.0 rolls out to 10 % of 1,000 clients, and to half of them after 100 downloads. */
const useRollout = (plan: Record<string, unknown> = {}) => {
  const stage = useStage({ env });
  let id: string;
  const call = (path: string, question: object = {}) => {
    const { service, app } = stage();
    return service.api(`/v1/apps/${app.slug}${path}`, question);
  };
  const site = (path: string, address: string, more: { method?: string; headers?: object } = {}) => {
    const { service, app } = stage();
    const headers = { 'x-forwarded-for': address, ...more.headers };
    return service.site(app.slug, path, { method: more.method ?? 'GET', headers });
  };
  before(async () => {
    const { publisher, bytes }: Stage = stage();
    id = await publisher.draft({ version: '3.0.0' });
    await publisher.upload({ version: '3.0.0' }, { target, bytes });
    const steps = [{ percent: 10 }, { percent: 50, afterHours: 0, needs: { downloads: 100 } }];
    const json = { steps, fleetSize: 1000, cohorts: ['qa'], ...plan };
    const planned = await call(`/releases/${id}/rollout`, { method: 'PUT', json });
    assert.equal(planned.status, 200, planned.text());
    assert.equal((await publisher.publish(id)).status, 200);
  });
  /** Flushes and evaluates all counts, as the jobs do, and returns the rollout. */
  const look = async (): Promise<RolloutResponse> => {
    await call('/usage');
    await call('/fleet');
    const healthReply = await call(`/releases/${id}/health`, { json: { good: 1, bad: 0 } });
    assert.equal(healthReply.status, 200, healthReply.text());
    return (await call(`/releases/${id}/rollout`)).json<RolloutResponse>();
  };
  return {
    stage,
    call,
    look,
    download: (address: string, headers: object = {}, method = 'GET') =>
      site(`/releases/download/${id}/${target}`, address, { method, headers }),
    downloadOf: (releaseId: string, address: string) =>
      site(`/releases/download/${releaseId}/${target}`, address),
    check: (address: string, version: string, headers: object = {}) =>
      site(`/releases/stable/linux/x86_64/${version}`, address, { headers }),
  };
};

const sumOf = ({ hours }: RolloutResponse, of: 'offers' | 'arrivals' | 'downloads'): number =>
  hours.reduce((sum, hour) => sum + hour[of], 0);

describe('an attacker in one network', () => {
  const { stage, call, look, download, downloadOf, check } = useRollout();

  test('cannot advance a rollout with ranges, HEAD or downloads of a release that was not offered', async (t) => {
    const { bytes } = stage();
    const half = bytes.length / 2;
    for (const range of ['bytes=-1', 'bytes=99999-', 'bytes=0-0,-1', 'bytes=0-0', `bytes=${half}-`])
      await times(tries, (i) => download(`${attacker}.${i}`, { range }));
    await times(tries, (i) => download(`${attacker}.${i}`, {}, 'HEAD'));
    // Half in one piece plus the last half is a whole file: some of these may count once it is offered.
    const pieces = await look();
    t.diagnostic(`ranges and HEAD, 600 requests: ${pieces.exposed.downloads} downloads count`);
    t.diagnostic(`then ${pieces.rollout.percent} %, cap closed: ${pieces.rollout.capReached}`);
    assert.deepEqual([pieces.exposed.downloads, pieces.rollout.percent], [0, 10]);
    await times(tries, (i) => download(`${attacker}.${i}`));
    const whole = await look();
    t.diagnostic(`whole files, 100 requests: ${whole.exposed.downloads} downloads count`);
    assert.deepEqual([whole.exposed.downloads, whole.rollout.percent], [0, 10], 'it was offered to nobody');
  });

  test('counts five times, however many IDs, cohorts and checks it makes up', async (t) => {
    await times(tries, (i) => check(`${attacker}.${i}`, '1.0.0', { 'slipway-client': `made-up-${i}` }));
    await times(tries, (i) => check(`${attacker}.${i}`, '1.0.0', { 'slipway-cohort': 'qa' }));
    await times(tries, (i) => check(`${attacker}.${i}`, '1.0.0', { 'slipway-check': 'manual' }));
    await times(tries, (i) => download(`${attacker}.${i}`));
    const view = await look();
    t.diagnostic(`whole files after 300 checks: ${view.exposed.downloads} downloads count`);
    assert.deepEqual([view.exposed.downloads, view.rollout.percent], [5, 10]);
    assert.equal(view.rollout.capReached, false);
  });

  test('counts five times as a client of the new release', async (t) => {
    await times(tries, (i) => check(`${attacker}.${i}`, '3.0.0', { 'slipway-client': `made-up-${i}` }));
    const view = await look();
    t.diagnostic(`checks from the new version, 100 requests: ${sumOf(view, 'arrivals')} count`);
    assert.equal(sumOf(view, 'arrivals'), 5);
  });

  test('makes the fleet look larger by five', async (t) => {
    await times(tries, (i) => downloadOf(stage().publishedId, `${attacker}.${i}`));
    await call('/usage');
    const { publisher, bytes } = stage();
    const id = await publisher.draft({ version: '4.0.0' });
    await publisher.upload({ version: '4.0.0' }, { target, bytes });
    const json = { steps: [{ percent: 10 }], cohorts: ['qa'] };
    await call(`/releases/${id}/rollout`, { method: 'PUT', json });
    assert.equal((await publisher.publish(id)).status, 200);
    await check('192.0.2.1', '1.0.0', { 'slipway-cohort': 'qa' });
    await downloadOf(id, '192.0.2.1');
    await Promise.all([call('/usage'), call('/fleet')]);
    const { exposed } = (await call(`/releases/${id}/rollout`)).json<RolloutResponse>();
    const fleetSize = Math.round((100 * exposed.downloads) / (exposed.ofFleet ?? 0));
    t.diagnostic(`fleet after 100 downloads of the release before: ${fleetSize}`);
    assert.equal(fleetSize, 5);
  });

  test('has all its downloads metered', async () => {
    const reply = await call('/usage');
    const { usage } = reply.json<{ usage: { totals: { downloads: number } } }>();
    // The whole file three times, its second half once, and the client of the previous test.
    assert.equal(usage.totals.downloads, 4 * tries + 1);
  });
});

describe('an attacker with addresses in three networks', () => {
  const { look, download, check } = useRollout({ steps: [{ percent: 10 }] });

  test('counts fifteen times, with an IPv6 /48 as one network, and cannot reach the exposure cap', async (t) => {
    const addresses = Array.from({ length: tries }, (_, i) => [
      ...[`${attacker}.${i}`, `203.0.113.${i}`, `2001:db8:7:${i.toString(16)}::${i}`],
    ]).flat();
    for (const address of addresses) {
      await check(address, '1.0.0', { 'slipway-cohort': 'qa' });
      await download(address);
    }
    const view = await look();
    t.diagnostic(`300 whole files from three networks: ${view.exposed.downloads} downloads count`);
    t.diagnostic(`exposure cap of 100 downloads closed: ${view.rollout.capReached}`);
    assert.deepEqual([view.exposed.downloads, view.rollout.capReached], [15, false]);
  });
});

describe('complete downloads by clients', () => {
  const { stage, look, download, check } = useRollout();

  test('count, including resumed ones, and trigger the next step', async (t) => {
    const half = stage().bytes.length / 2;
    for (let i = 0; i < 99; i++) {
      const address = `100.${i}.1.1`;
      assert.equal((await check(address, '1.0.0', { 'slipway-cohort': 'qa' })).status, 200);
      if (i % 2 === 0) assert.equal((await download(address)).status, 200);
      else
        for (const range of [`bytes=0-${half - 1}`, `bytes=${half}-`])
          assert.equal((await download(address, { range })).status, 206);
    }
    const before = await look();
    assert.deepEqual([before.exposed.downloads, before.rollout.percent], [99, 10]);
    await check('100.200.1.1', '1.0.0', { 'slipway-cohort': 'qa' });
    await download('100.200.1.1');
    const view = await look();
    t.diagnostic(`100 clients: ${view.exposed.downloads} downloads count, ${view.rollout.percent} %`);
    assert.deepEqual([view.exposed.downloads, view.rollout.percent], [100, 50]);
  });
});
