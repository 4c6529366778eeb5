import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPublisher, createTestApp, makeFolder, startChild } from '../harness.ts';
import { checkInvariants, createLedger, noteDeclared } from './invariants.ts';
import { scaled } from './scale.ts';

const downloads = scaled(500, 500);
const restarts = scaled(1, 100);

/**
 * Whether a good response arrived. A connection that the kernel accepted but the server did not is reset before any
 * response: that client retries on another node.
 */
const outcome = async (run: () => Promise<number>): Promise<'good' | 'bad' | 'refused'> => {
  try {
    return (await run()) < 300 ? 'good' : 'bad';
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return ['ECONNREFUSED', 'ECONNRESET'].includes(code) && message !== 'aborted' ? 'refused' : 'bad';
  }
};

describe('SIGTERM', () => {
  test(`${downloads} downloads and publishes under way are finished and counted`, async (t) => {
    const folder = await makeFolder();
    const target = 'linux-x86_64';
    const bytes = randomBytes(2 * 1024 * 1024);
    for (let restart = 0; restart < restarts; restart++) {
      const service = await startChild({ folder, env: { SLIPWAY_DRAIN_SECONDS: '60' } });
      const app = await createTestApp(service);
      const ledger = createLedger();
      noteDeclared(ledger, '1.0.0', { target, bytes });
      const publisher = createPublisher(service, app);
      const id = await publisher.release({ version: '1.0.0' }, [{ target, bytes }]);
      ledger.published.add(id);
      const path = `/releases/download/${id}/${target}`;

      const publishing = Array.from({ length: 10 }, async (_, index) => {
        const version = `2.0.${index}`;
        const part = { target, bytes: bytes.subarray(0, 100_000 + index) };
        noteDeclared(ledger, version, part);
        const draft = await publisher.draft({ version });
        ledger.drafts.set(draft, version);
        await publisher.put(await publisher.presign({ version }, part), part.bytes);
        return draft;
      });
      const drafts = await Promise.all(publishing);

      let received = 0;
      let answered = 0;
      // Fifty at a time, so that many are active and many pending when the signal arrives.
      let started = 0;
      const results: string[] = [];
      const download = async () => {
        const { body, status } = await service.site(app.slug, path, { agent: false });
        received += body.length;
        answered += 1;
        return status;
      };
      const all = Array.from({ length: 50 }, async () => {
        while (started < downloads) {
          started += 1;
          results.push(await outcome(download));
        }
      });
      while (answered < downloads / 20) await sleep(5);
      const publishes = drafts.map((draft) =>
        outcome(async () => {
          const { status } = await publisher.publish(draft);
          if (status === 200) ledger.published.add(draft);
          return status;
        }),
      );
      await sleep(30);
      while (answered < downloads / 10) await sleep(5);
      const endingAt = performance.now();
      const underWay = started - answered;
      service.process.kill('SIGTERM');
      await Promise.all(all);
      const published = await Promise.all(publishes);
      await service.stop();
      const count = (list: string[], kind: string) => list.filter((one) => one === kind).length;
      t.diagnostic(
        `${underWay} downloads under way; downloads: ${count(results, 'good')} complete, ${count(results, 'refused')} too late; publishes: ${count(published, 'good')}; ended after ${Math.round(performance.now() - endingAt)} ms`,
      );
      assert.equal(service.process.exitCode, 0);
      assert.ok(underWay > 0 && count(published, 'good') > 0, 'there was something to finish');
      assert.equal(count(results, 'bad'), 0, 'no download was cut short');
      assert.equal(count(published, 'bad'), 0, 'no publish failed');

      const next = await startChild({ folder });
      ledger.metered = { atLeast: received, atMost: received };
      await checkInvariants(next, app, ledger);
      await next.stop();
    }
    await rm(folder, { recursive: true, force: true });
  });
});
