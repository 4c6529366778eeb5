import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../lab/free-port.ts';
import { metricValue } from '../../../lab/metric.ts';
import { requestPort } from '../../../lab/request.ts';
import { waitUntil } from '../../../lab/wait-until.ts';
import { createRolloutSupervisor } from '../../src/domain/rollouts/supervisor.ts';
import { createUnitOfWork } from '../../src/domain/unit-of-work.ts';
import { openPostgres } from '../../src/drivers/postgres.ts';
import { systemClock } from '../../src/drivers/system.ts';
import { startService } from '../harness.ts';
import { openLine } from './line.ts';
import { stageRollout, versionFor, versionsFor } from './rolling-out.ts';
import { type BackendServers, hostOf, type NodeProcess, nodeEnv, spawnNode, startEngines } from './stage.ts';

const ids = Array.from({ length: 2000 }, (_, index) => `client-${index}`);
const hours = 3600;

/** This machine's clock, this many seconds ahead. */
const createClockAhead = () => {
  let ahead = 0;
  return {
    now: () => systemClock.in(ahead),
    in: (seconds: number) => systemClock.in(ahead + seconds),
    pass: (seconds: number): void => {
      ahead += seconds;
    },
  };
};

/** As long as the outage in the other tests. */
const cutSeconds = 60;

describe('rollouts on many nodes', () => {
  let engines: BackendServers;
  before(async () => {
    engines = await startEngines();
  });
  after(() => engines?.stop());

  it('two nodes with two workers each answer 2,000 ids alike before, during and after a step', async (t) => {
    const nodes: NodeProcess[] = [];
    t.after(() => Promise.all(nodes.map((node) => node.stop())));
    for (let count = 0; count < 2; count++) {
      const env = { SLIPWAY_WORKERS: '2', SLIPWAY_UPLOAD_PORT: String(await freePort()) };
      nodes.push(await spawnNode({ ...nodeEnv(engines), ...env }));
    }
    await Promise.all(nodes.map((node) => node.ready()));
    const [here, there] = nodes as [NodeProcess, NodeProcess];
    const { slug, advance } = await stageRollout(here, [{ percent: 10 }, { percent: 40 }]);
    const askAll = () => Promise.all([versionsFor(here, slug, ids), versionsFor(there, slug, ids)]);
    const insideOf = (versions: readonly string[]) => ids.filter((_, index) => versions[index] === '2.0.0');

    await waitUntil('both', async () => (await versionFor(there, slug, ids[0] ?? '')) !== 'none');
    const [before, beforeThere] = await askAll();
    assert.deepEqual(before, beforeThere);
    const [during] = await Promise.all([askAll(), advance()]);
    // Propagation takes up to two seconds; then all nodes agree again.
    let afterwards = during;
    await waitUntil('one answer', async () => {
      afterwards = await askAll();
      return insideOf(afterwards[0]).length > insideOf(before).length * 2;
    });
    const [later, laterThere] = afterwards;
    assert.deepEqual(later, laterThere);
    for (const versions of during)
      versions.forEach((version, index) => {
        assert.ok([before[index], later[index]].includes(version), `${ids[index]} got ${version}`);
      });
    const [first, second] = [insideOf(before), insideOf(later)];
    t.diagnostic(`${first.length} of 2,000 at 10 %, ${second.length} at 40 %`);
    assert.ok(
      first.every((id) => second.includes(id)),
      'raising only adds',
    );
    assert.ok(Math.abs(first.length - 200) < 60 && Math.abs(second.length - 800) < 110);
  });

  it('of concurrent jobs on several nodes one takes the step, with one audit row', async (t) => {
    const service = await startService({ env: nodeEnv(engines) });
    t.after(service.stop);
    const { slug, id } = await stageRollout(service, [
      { percent: 1 },
      { percent: 2, afterHours: 0 },
      { percent: 3 },
    ]);
    const stores = await Promise.all(
      Array.from({ length: 4 }, () => openPostgres({ url: engines.database })),
    );
    t.after(() => Promise.all(stores.map((store) => store.close())));
    const jobs = stores.map((store) => {
      const changing = createUnitOfWork({ store, clock: systemClock, settled: async () => undefined });
      const news = { onHalt: () => undefined, onWarning: () => undefined };
      return createRolloutSupervisor({ store, clock: systemClock, ...changing, ...news });
    });
    await Promise.all([...jobs, ...jobs].map((job) => job.evaluateAll()));
    const [store] = stores;
    const { id: appId = '' } = (await store?.findApp(slug)) ?? {};
    const rows = (await store?.listAudit(appId, { limit: 100 }))?.items ?? [];
    const steps = rows.filter(({ action, subject }) => action === 'rollout.advance' && subject === id);
    assert.deepEqual(
      steps.map(({ actor, detail }) => [actor, detail]),
      [['service', { version: '2.0.0', from: 1, to: 2 }]],
    );
  });

  it(`without the database for ${cutSeconds} s the percentage stays, and continues afterward`, async (t) => {
    const line = await openLine(engines.database);
    const clock = createClockAhead();
    // The database has its own clock, and nothing happens ahead of it.
    clock.pass(-25 * hours);
    const env = nodeEnv({ ...engines, database: line.url });
    const service = await startService({ env, outside: { clock } });
    t.after(async () => {
      line.restore();
      await service.stop();
      await line.close();
    });
    const node = {
      api: service.api,
      site: (slug: string, path: string, question = {}) =>
        requestPort(service.port, path, { host: hostOf(slug), ...question }),
    };
    const { slug, percent } = await stageRollout(node, [{ percent: 10 }, { percent: 50, afterHours: 24 }]);
    const some = ids.slice(0, 200);
    const before = await versionsFor(node, slug, some);
    const failures = async () => {
      const text = (await service.api('/metrics')).text();
      return metricValue(text, 'slipway_job_runs_total', 'job="watch-rollouts",outcome="failed"');
    };
    line.cut();
    clock.pass(25 * hours);
    const end = performance.now() + cutSeconds * 1000;
    await waitUntil('a look that failed', async () => (await failures()) > 0);
    do {
      assert.deepEqual(await versionsFor(node, slug, some), before, 'nobody more, and nobody less');
      await sleep(5000);
    } while (performance.now() < end);
    line.restore();
    await waitUntil('the step', async () => (await percent()) === 50);
    await waitUntil('its news', async () => {
      const now = await versionsFor(node, slug, some);
      return (
        now.filter((version) => version === '2.0.0').length >
        before.filter((version) => version === '2.0.0').length
      );
    });
  });
});
