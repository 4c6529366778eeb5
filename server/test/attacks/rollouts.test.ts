import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createPublisher, createTestApp, createTestKey } from '../harness.ts';
import { problemCode, target, useStage } from './stage.ts';

/* Attacks by restricted keys and clients on a staged release. */

interface RolloutResponse {
  rollout: { state: string; percent: number };
}

describe('a release during its rollout', () => {
  const stage = useStage({ env: { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1/32' } });
  let rollingId: string;

  const call = (path: string, json?: unknown, key?: string) => {
    const { service, app } = stage();
    const way = path === 'rollout' && json !== undefined ? { method: 'PUT' } : {};
    return service.api(`/v1/apps/${app.slug}/releases/${rollingId}/${path}`, {
      ...way,
      ...(json === undefined ? {} : { json }),
      key: key ?? app.key,
    });
  };
  const plan = async (steps: unknown): Promise<void> => {
    const planned = await call('rollout', { steps });
    assert.equal(planned.status, 200, planned.text());
  };
  const readRollout = async (): Promise<RolloutResponse['rollout']> =>
    (await call('rollout')).json<RolloutResponse>().rollout;

  before(async () => {
    const { publisher } = stage();
    const bytes = Buffer.from('rolling');
    rollingId = await publisher.draft({ version: '3.0.0' });
    await publisher.upload({ version: '3.0.0' }, { target, bytes });
    await plan([{ percent: 10 }, { percent: 100, needs: { approval: true } }]);
    assert.equal((await publisher.publish(rollingId)).status, 200);
  });

  test('cannot be expanded with a key that may only stop it', async () => {
    const { service, app } = stage();
    const key = await createTestKey(service, app.slug, ['withdraw']);
    for (const path of ['rollout/advance', 'rollout/complete'])
      assert.equal(problemCode(await call(path, {}, key), 403), 'scope-missing');
    assert.equal((await call('rollout/pause', { reason: 'looks bad' }, key)).status, 200);
    for (const percent of [100, 10.1])
      assert.equal(problemCode(await call('rollout/resume', { percent }, key), 403), 'scope-missing');
    const { state, percent } = await readRollout();
    assert.deepEqual([state, percent], ['paused', 10], 'nothing changed');
    assert.equal(
      (await call('rollout/resume', { percent: 5 }, key)).json<RolloutResponse>().rollout.percent,
      5,
    );
    await call('rollout/pause', { reason: 'again' }, key);
    assert.equal((await call('rollout/resume', { percent: 20 })).json<RolloutResponse>().rollout.percent, 20);
  });

  test('causes a warning if it is a milestone that blocks clients', async () => {
    const { service } = stage();
    const app = await createTestApp(service);
    const { draft, upload, publish, release } = createPublisher(service, app);
    const bytes = Buffer.from('bytes');
    const change = (path: string, json: unknown, method: string) =>
      service.api(`/v1/apps/${app.slug}/releases/${path}`, { key: app.key, json, method });
    const warned = async (id: string): Promise<string[]> => {
      const reply = await publish(id);
      assert.equal(reply.status, 200, reply.text());
      const { warnings = [] } = reply.json<{ release: { warnings?: { code: string }[] } }>().release;
      return warnings.map(({ code }) => code).filter((code) => code.startsWith('milestone'));
    };
    const drafted = async (version: string): Promise<string> => {
      const id = await draft({ version });
      await upload({ version }, { target, bytes });
      return id;
    };
    await release({ version: '1.0.0' }, [{ target, bytes }]);
    const milestone = await drafted('2.0.0');
    await change(milestone, { milestone: { reason: 'moves data' } }, 'PATCH');
    await change(`${milestone}/rollout`, { steps: [{ percent: 10 }] }, 'PUT');
    assert.deepEqual(await warned(milestone), []);
    const next = await drafted('3.0.0');
    const read = await service.api(`/v1/apps/${app.slug}/releases/${next}`, { key: app.key });
    assert.match(read.text(), /milestone-waiting.*Publishing this release pauses it/, 'of the draft');
    assert.deepEqual(await warned(next), ['milestone-waiting']);
    const check = () => service.site(app.slug, '/releases/stable/linux/x86_64/1.0.0');
    assert.equal((await check()).status, 204, 'nobody gets either');
    await change(`${milestone}/rollout/complete`, {}, 'POST');
    assert.equal((await check()).json<{ version: string }>().version, '2.0.0');
    assert.deepEqual(await warned(await drafted('4.0.0')), []);
  });

  test('is explained to its publisher as it is answered to clients', async () => {
    const { service, app } = stage();
    await call('rollout/advance', { percent: 50 });
    const outcomesFor = async (network: string, id: string): Promise<string[]> => {
      const client = id === '' ? '' : `client=${encodeURIComponent(id)}`;
      const headers = { 'x-forwarded-for': network };
      const place = '/releases/stable/linux/x86_64/1.0.0';
      const { status } = await service.site(app.slug, `${place}?${client}`, { headers });
      const explanation = await service.api(
        `/v1/apps/${app.slug}/explain?target=linux&arch=x86_64&currentVersion=1.0.0&network=${network}&${client}`,
      );
      return [status === 200 ? 'update' : 'none', explanation.json<{ outcome: string }>().outcome];
    };
    const shared = ['10.0.0.1', '127.0.0.1', '192.168.1.1', '100.64.1.1', '::1', 'fe80::1', 'nonsense'];
    const halves = Array.from({ length: 16 }, (_, number) => `2001:db8:0:${number}:3:4:5:6`);
    const networks = [...shared, ...halves, ...halves.map((one) => one.replace(':3:4:5:6', '::1'))];
    const ids = ['x'.repeat(129), 'a b', 'é', '\u007f', 'ok', 'ok2', 'ok3', 'ok4'];
    const outcomes = [
      ...(await Promise.all(networks.map((network) => outcomesFor(network, '')))),
      ...(await Promise.all(ids.map((id) => outcomesFor('10.0.0.1', id)))),
    ];
    for (const [index, [answered, explained]] of outcomes.entries())
      assert.equal(explained, answered, [...networks, ...ids][index]);
    assert.equal(new Set(outcomes.map(([answered]) => answered)).size, 2, 'some are in, and some are not');
  });

  test('rejects numbers that are almost valid', async () => {
    for (const percent of [0.04, 100.0000001, 99.99999999, 1e-9, '10', null, -1])
      assert.equal(problemCode(await call('rollout', { steps: [{ percent }] }), 400), 'invalid-fields');
    for (const brakes of [{ acceptable: 5e-324 }, { bad: 99.9999999 }, { acceptable: 6 }, { acceptable: 0 }])
      assert.equal(
        problemCode(await call('rollout', { steps: [{ percent: 1 }], brakes }), 400),
        'invalid-fields',
      );
    for (const percent of [0, 0.1, 0.3, 33.3, 99.9]) await plan([{ percent }]);
  });
});
