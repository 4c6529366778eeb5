import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createPublisher, createTestApp, type TestApp } from '../../harness.ts';
import { useMetered } from './meter.ts';

/* A client may send any version. A long one is answered and costs about as much as a short one. */

const atOnce = 16;
const rounds = 10;
/** Receiving and searching a 15 kB path: 1.6 times a short one was measured, 5.1 when all of it was parsed. */
const mostChecks = 3;

describe('checks of long versions', () => {
  const service = useMetered();
  let app: TestApp;
  before(async () => {
    app = await createTestApp(service());
    const publisher = createPublisher(service(), app);
    for (let minor = 0; minor < 20; minor++)
      await publisher.release({ version: `2.${minor}.0` }, [
        { target: 'linux-x86_64', bytes: Buffer.from('x') },
      ]);
  });

  const check = (version: string) => service().site(app.slug, `/releases/stable/linux/x86_64/${version}`);

  test('no client is stranded, and the beginning of a version decides', async () => {
    const tail = 'x'.repeat(15_000);
    for (const version of [`1.0.0-${tail}`, `1${'.0'.repeat(7000)}`, tail, '0'.repeat(15_000)]) {
      const reply = await check(version);
      assert.equal(reply.status, 200, version.slice(0, 20));
      assert.match(reply.text(), /2\.19\.0/);
    }
    assert.equal((await check(`3.0.0-${tail}`)).status, 204);
    assert.equal((await check(`2.19.0+${tail}`)).status, 204);
  });

  test('cost a few times as much as one of a short version that was never asked before', async (t) => {
    let sent = 0;
    const costOf = async (versionOf: (n: number) => string): Promise<number> => {
      const before = service().ranMs();
      await Promise.all(Array.from({ length: atOnce }, () => check(versionOf(sent++))));
      return (service().ranMs() - before) / atOnce;
    };
    const long = (n: number) => `1.${n}${'.1'.repeat(7500)}`;
    const short = (n: number) => `1.${n}.${'1'.repeat(33)}`;
    for (let time = 0; time < 5; time++) await costOf(long);
    let [longMs, shortMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < rounds; round++) {
      shortMs = Math.min(shortMs, await costOf(short));
      longMs = Math.min(longMs, await costOf(long));
    }
    t.diagnostic(`${(longMs * 1000).toFixed(0)} µs, a short one ${(shortMs * 1000).toFixed(0)} µs`);
    assert.ok(longMs < mostChecks * shortMs, `${longMs / shortMs} times as much`);
  });
});
