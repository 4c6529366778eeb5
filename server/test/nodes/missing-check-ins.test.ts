import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../../lab/wait-until.ts';
import { createHeldClock } from '../domain/world.ts';
import { createPublisher, createTestApp, startService } from '../harness.ts';

/* Missing check-ins through the whole server: real checks and downloads, on a manual clock. */

interface Reading {
  rollout: { state: string; stopped: { by: string; reason: string } | null };
  hours: { offers: number; arrivals: number; downloads: number }[];
}

const target = 'linux-x86_64';

test('a release with 200 downloads and no check-ins is stopped', async (t) => {
  const clock = createHeldClock('2026-01-15T12:20:00.000Z');
  const service = await startService({
    outside: { clock },
    env: { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1' },
  });
  t.after(service.stop);
  const app = await createTestApp(service);
  const publisher = createPublisher(service, app);
  await publisher.release({ version: '1.0.0' }, [{ target, bytes: Buffer.from('one') }]);
  const id = await publisher.release({ version: '2.0.0' }, [{ target, bytes: Buffer.from('two') }]);
  const path = `/v1/apps/${app.slug}/releases/${id}/rollout`;
  const plan = { steps: [{ percent: 50 }], brakes: { silence: 'halt' } };
  assert.equal((await service.api(path, { method: 'PUT', json: plan })).status, 200);
  // For an earlier release, only whole hours of the rollout count.
  clock.advance(3600);

  let copies = 0;
  /** A client in its own network. */
  const update = async (): Promise<void> => {
    copies += 1;
    const headers = { 'slipway-check': 'manual', 'x-forwarded-for': `100.1.${copies}.1` };
    const offer = await service.site(app.slug, '/releases/stable/linux/x86_64/1.0.0', { headers });
    assert.equal(offer.json<{ version: string }>().version, '2.0.0');
    const reply = await service.site(app.slug, `/releases/download/${id}/${target}`, { headers });
    assert.equal(reply.status, 200);
  };
  for (let copy = 0; copy < 200; copy += 20) await Promise.all(Array.from({ length: 20 }, update));
  const read = async () => {
    await sleep(250);
    return (await service.api(path)).json<Reading>();
  };
  await waitUntil('all are counted', async () => (await read()).hours[0]?.downloads === 200);
  assert.equal((await read()).rollout.state, 'rolling');

  clock.advance(8 * 3600);
  await waitUntil('it is stopped', async () => (await read()).rollout.state === 'paused');
  const { stopped } = (await read()).rollout;
  assert.equal(stopped?.by, 'brake');
  assert.match(
    stopped?.reason ?? '',
    /^silence: 200 downloads are older than 6 hours, but only 0 checks came/,
  );
});
