import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RolloutPlan } from '@slipway/api';
import { assertInvalid, assertProblem } from '../problem.ts';
import { rollOut } from '../rolling.ts';
import { randomClientIp, type World } from '../world.ts';

/** A generous timeout: reports are counted every five seconds. */
const timeoutSeconds = 120;
const target = 'linux-x86_64';

/** An app whose 2.0.0 rolls out to half of its clients, and their reports. */
const roll = async (world: World, plan: Partial<RolloutPlan> = {}) => {
  const { app, id } = await rollOut(world, { steps: [{ percent: 50 }], ...plan });
  const report = (body: object, headers: Record<string, string> = {}) =>
    world.send({
      method: 'POST',
      url: `${app.publicUrl}/releases/report`,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': randomClientIp(), ...headers },
      body: JSON.stringify(body),
    });
  /** This many IDs that are, or are not, offered 2.0.0. */
  const idsOf = async (count: number, isOffered: boolean): Promise<string[]> => {
    const ids: string[] = [];
    for (let i = 0; ids.length < count; i++) {
      const id = `copy-${i}`;
      const answer = await app.check('stable/linux/x86_64/1.0.0', { 'slipway-client': id });
      if ((answer.json().version === '2.0.0') === isOffered) ids.push(id);
    }
    return ids;
  };
  const reading = () => app.client.getRollout(app.slug, id);
  /** Waits until this many outcomes count. */
  const counted = async (outcomes: number) => {
    for (let waited = 0; ; waited += 0.5) {
      const now = await reading();
      const line = now.evidence.find(({ source }) => source === 'reports');
      if ((line?.bad ?? 0) + (line?.good ?? 0) >= outcomes || waited > timeoutSeconds) return now;
      await sleep(500);
    }
  };
  return { app, id, report, idsOf, reading, counted };
};

const failed = { version: '2.0.0', target, outcome: 'failed' };

/** Anonymous client reports about an update. */
export const reportsSection = (world: World): void => {
  describe('Public reports', () => {
    test('five failures of clients that were offered the release halt it if the brake is set to halt', async () => {
      const { app, id, report, idsOf, counted } = await roll(world, { brakes: { reports: 'halt' } });
      const [inside, outside] = [await idsOf(5, true), await idsOf(5, false)];
      for (const _ of inside) assert.equal((await app.download(id)).status, 200);
      for (const client of [...outside, ...inside.slice(1)])
        assert.equal((await report(failed, { 'slipway-client': client })).status, 204);
      const before = await counted(4);
      assert.equal(before.rollout.state, 'rolling');
      assert.deepEqual(
        before.evidence.map(({ source, target: of, bad, good }) => [source, of, bad, good]),
        [
          ['reports', null, 4, 0],
          ['reports', target, 4, 0],
        ],
      );
      await report(
        { ...failed, outcome: 'crashed', channel: 'stable' },
        { 'slipway-client': inside[0] ?? '' },
      );
      let { rollout } = await counted(5);
      for (let waited = 0; rollout.state === 'rolling' && waited < timeoutSeconds; waited += 0.5) {
        await sleep(500);
        ({ rollout } = await app.client.getRollout(app.slug, id));
      }
      assert.deepEqual([rollout.state, rollout.stopped?.by], ['paused', 'brake']);
      assert.equal(rollout.stopped?.reason, 'reports: 5 of 5 outcomes were bad');
    });

    test('warn by default; testers and reports without a download do not count', async () => {
      const { app, id, report, idsOf, counted } = await roll(world, { cohorts: ['qa'] });
      const [tester = '', ...inside] = await idsOf(8, true);
      for (const _ of inside) await app.download(id, target, { 'x-forwarded-for': randomClientIp() });
      await report(failed, { 'slipway-client': tester, 'slipway-cohort': 'qa' });
      await report(failed, { 'slipway-client': tester, 'slipway-check': 'manual' });
      for (const client of inside) await report(failed, { 'slipway-client': client });
      await report(failed, { 'slipway-client': tester });
      const { rollout, evidence, warnings = [] } = await counted(7);
      assert.equal(rollout.state, 'rolling');
      assert.deepEqual([evidence[0]?.bad, evidence[0]?.good], [7, 0]);
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ['brake-warns'],
      );
    });

    test('get the same response for any release at both URLs; invalid fields are rejected by name', async () => {
      const { app } = await roll(world);
      const { baseUrl } = world.deployed();
      const other = baseUrl.replace('//', '//nobody.');
      const named = `/releases/v1/apps/${app.publicSlug}/report`;
      for (const [url, nowhere] of [
        [`${app.publicUrl}/releases/report`, `${baseUrl}/releases/report`],
        [`${baseUrl}${named}`, `${other}${named}`],
      ] as const) {
        const send = (body: object, at: string = url, from = randomClientIp()) =>
          world.send({
            method: 'POST',
            url: at,
            headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
            body: JSON.stringify(body),
          });
        for (const body of [failed, { ...failed, version: '7.0.0' }, { ...failed, target: 'beos' }]) {
          const answer = await send(body);
          assert.deepEqual([answer.status, answer.text], [204, '']);
          assert.equal(answer.headers['access-control-allow-origin'], '*');
        }
        assertInvalid(await send({ ...failed, outcome: 'sad' }), 'outcome');
        assertInvalid(await send({ ...failed, version: '' }), 'version');
        assertInvalid(await send({ outcome: 'failed', version: '1' }), 'target');
        assertProblem(await send({ ...failed, code: 'x'.repeat(2000) }), 413, 'body-too-large');
        assertProblem(await world.send({ method: 'POST', url, body: 'crashed' }), 415, 'not-json');
        assertProblem(await send(failed, nowhere), 404, 'not-found');
        const from = randomClientIp();
        let last = await send(failed, url, from);
        for (let sent = 1; last.status === 204 && sent < 1000; sent += 1)
          last = await send(failed, url, from);
        assertProblem(last, 429, 'too-many-requests');
      }
    });
  });
};
