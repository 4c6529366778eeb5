import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Simulation } from '@slipway/api';
import { randomIds } from '../../src/drivers/system.ts';
import { createHeldClock } from '../domain/world.ts';
import { createPublisher, createTestApp, type Running, startService, type TestApp } from '../harness.ts';

/*
 * Compares a simulation with the real rollout: a day of checks by some hundred clients through HTTP on a manual clock,
 * then the simulated rollout step by step, with each client downloading its offer.
 */

const steps = [{ percent: 10 }, { percent: 50 }, { percent: 100 }].map((step) => ({
  ...step,
  afterHours: 1000,
}));
const checksADay = 3;
const parts = [
  { target: 'linux-x86_64', bytes: Buffer.alloc(3000, 1) },
  { target: 'darwin-aarch64', bytes: Buffer.alloc(7000, 2) },
];

interface Copy {
  target: string;
  version: string;
  headers: Record<string, string>;
}

/** Two thirds send an ID, the others have their own networks; every tenth is outdated, some are ahead. */
const fleet = Array.from({ length: 600 }, (_, index): Copy => {
  const stayed = index % 10 === 0 ? '1.0.0' : '1.1.0';
  return {
    target: index % 4 === 0 ? 'darwin-aarch64' : 'linux-x86_64',
    version: index % 30 === 7 ? '2.0.0' : stayed,
    headers: {
      'x-forwarded-for': `203.${index % 113}.${index % 251}.9`,
      ...(index % 3 === 0 ? {} : { 'slipway-client': `installation-${index}` }),
    },
  };
});
const ahead = fleet.filter(({ version }) => version === '2.0.0').length;

describe('a simulated rollout', () => {
  const clock = createHeldClock('2026-03-14T06:00:00.000Z');
  let service: Running;
  let app: TestApp;

  before(async () => {
    const ids = { ...randomIds, seed: () => 20_260_314 };
    // The proxy header sets the client address.
    service = await startService({ outside: { clock, ids }, env: { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1' } });
    app = await createTestApp(service);
    const publisher = createPublisher(service, app);
    const first = await publisher.release({ version: '1.0.0' }, parts);
    for (const { target, headers } of fleet) await download(`/releases/download/${first}/${target}`, headers);
    await publisher.release({ version: '1.1.0' }, parts);
  });
  after(() => service.stop());

  const download = async (path: string, headers: Copy['headers']): Promise<number> => {
    const { status, body } = await service.site(app.slug, path, { headers });
    assert.equal(status, 200);
    return body.length;
  };

  /** The URL of the offer, if it is this version. */
  const ask = async ({ target, version, headers }: Copy, offered: string): Promise<string | undefined> => {
    const [system = '', arch = ''] = target.split('-');
    const path = `/releases/stable/${system}/${arch}/${version}`;
    const answer = await service.site(app.slug, path, { headers });
    if (answer.status === 204) return undefined;
    const offer = answer.json<{ version: string; url: string }>();
    return offer.version === offered ? new URL(offer.url).pathname : undefined;
  };

  const api = async <T>(path: string, question: object = {}): Promise<T> => {
    const answer = await service.api(`/v1/apps/${app.slug}/${path}`, { key: app.key, ...question });
    assert.ok(answer.status < 300, answer.text());
    return answer.json<T>();
  };

  /** Counts flushed together belong to the hour of the first: reading the fleet flushes them before time advances. */
  const passHours = async (hours: number): Promise<void> => {
    await api('fleet');
    clock.advance(hours * 3600);
  };

  /** A day of the whole fleet: clients that are offered the version install it. */
  const liveThrough = async (version: string) => {
    for (let check = 0; check < checksADay; check++) {
      for (const copy of fleet) {
        const path = await ask(copy, version);
        if (path === undefined) continue;
        got.clients += 1;
        got.bytes += await download(path, copy.headers);
        copy.version = version;
      }
      await passHours(24 / checksADay);
    }
  };
  const got = { clients: 0, bytes: 0 };

  test('matches the real one within sampling error, step by step', async (t) => {
    const publisher = createPublisher(service, app);
    await passHours(18);
    await liveThrough('none');
    const id = await publisher.draft({ version: '2.0.0' });
    for (const part of parts) await publisher.upload({ version: '2.0.0' }, part);
    const simulate = (plan: object) => api<Simulation>(`releases/${id}/rollout/simulate`, { json: plan });
    const estimated = await simulate({ steps });
    const { day, checks, fleetSize } = estimated.basis;
    const forecast = await simulate({ steps, fleetSize });
    assert.deepEqual([day, checks, fleetSize], ['2026-03-15', fleet.length * checksADay, fleet.length]);
    assert.deepEqual(forecast.leftOut, [{ reason: 'not-newer', checks: ahead * checksADay }]);

    await api(`releases/${id}/rollout`, { method: 'PUT', json: { steps } });
    assert.equal((await publisher.publish(id)).status, 200);
    const reached = fleet.filter(({ version }) => version !== '2.0.0');
    // Client counts from IDs are estimates; the publisher's number is exact.
    const [about, exactly] = [estimated, forecast].map((simulation) => simulation.steps.at(-1)?.clients ?? 0);
    assert.equal(exactly, reached.length);
    assert.ok(Math.abs((about ?? 0) - reached.length) < 0.08 * reached.length, `${about}`);
    for (const [index, step] of forecast.steps.entries()) {
      if (index > 0) await api(`releases/${id}/rollout/advance`, { json: {} });
      await liveThrough('2.0.0');
      const share = step.percent / 100;
      const sigma = Math.sqrt(reached.length * share * (1 - share));
      t.diagnostic(
        `${step.percent} %: said ${step.clients} clients, ${step.bytes} bytes; came ${got.clients}, ${got.bytes}`,
      );
      assert.ok(
        Math.abs(got.clients - (step.clients ?? 0)) <= 4 * sigma,
        `${got.clients}, not ${step.clients}`,
      );
      const mean = (step.bytes ?? 0) / (step.clients ?? 1);
      // A quarter of the clients have larger files, so bytes vary a little more than clients.
      assert.ok(
        Math.abs(got.bytes - (step.bytes ?? 0)) <= 5 * sigma * mean,
        `${got.bytes}, not ${step.bytes}`,
      );
    }
    const last = forecast.steps.at(-1);
    assert.deepEqual(
      [got.clients, got.bytes],
      [last?.clients, last?.bytes],
      'at the end nothing is left to chance',
    );
    assert.equal(forecast.allowance.neededBytes, got.bytes);
    assert.deepEqual(
      forecast.byTarget.map(({ target, clients }) => [target, clients]).toSorted(),
      [...Map.groupBy(reached, ({ target }) => target)]
        .map(([target, some]) => [target, some.length])
        .toSorted(),
    );
  });
});
