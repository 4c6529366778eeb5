import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpReply } from '../../../lab/request.ts';
import { problemCode, type Stage, target, useStage } from './stage.ts';

/* Reports are anonymous. They must not grow memory or rows, reveal anything, or count repeatedly. */

/** A backstop: reports are counted every five seconds. */
const timeoutSeconds = 120;

const setRolling = async ({ service, app, publisher, bytes }: Stage, percent: number): Promise<string> => {
  const id = await publisher.release({ version: '3.0.0' }, [{ target, bytes }]);
  const path = `/v1/apps/${app.slug}/releases/${id}/rollout`;
  const plan = { steps: [{ percent }], brakes: { reports: 'halt' } };
  const planned = await service.api(path, { method: 'PUT', json: plan });
  assert.equal(planned.status, 200, planned.text());
  return id;
};

const reportTo =
  ({ service, app }: Stage) =>
  (body: unknown, headers: Record<string, string> = {}, path = '/releases/report'): Promise<HttpReply> =>
    service.site(app.slug, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

/** The outcomes of reports, once this many have one. */
const countResults = async ({ service }: Stage, reports: number): Promise<Record<string, number>> => {
  for (let waited = 0; ; waited += 0.25) {
    const lines = (await service.api('/metrics'))
      .text()
      .matchAll(/^slipway_reports_total\{.*fate="([a-z]+)"\} (\d+)$/gm);
    const results: Record<string, number> = {};
    for (const [, result = '', count] of lines) results[result] = (results[result] ?? 0) + Number(count);
    const sum = Object.values(results).reduce((all, count) => all + count, 0);
    if (sum >= reports || waited >= timeoutSeconds) return results;
    await sleep(250);
  }
};

const failed = { version: '3.0.0', target, outcome: 'failed' };

describe('public reports', () => {
  describe('from one network', () => {
    const stage = useStage();

    test('get the same response whatever they contain, and 429 beyond 30 a minute, whatever headers they forge', async () => {
      await setRolling(stage(), 50);
      const report = reportTo(stage());
      const bodies = [
        failed,
        { ...failed, outcome: 'installed', channel: 'stable', code: 'E42' },
        { ...failed, channel: null, code: null },
        { ...failed, version: '1.0.0' },
        { ...failed, version: '2.0.0' },
        { ...failed, version: '99' },
        { ...failed, target: 'beos' },
        { ...failed, channel: 'nightly' },
      ];
      const responses = new Set<string>();
      let sent = 0;
      const send = (body: unknown, headers?: Record<string, string>, path?: string) => {
        sent += 1;
        return report(body, { 'slipway-client': `made-up-${sent}`, ...headers }, path);
      };
      for (const body of bodies) {
        const reply = await send(body);
        const { date: _, ...headers } = reply.headers;
        responses.add(JSON.stringify([reply.status, headers, reply.text()]));
      }
      assert.equal(responses.size, 1, [...responses].join('\n'));
      assert.match([...responses][0] ?? '', /^\[204,.*"access-control-allow-origin":"\*"/);
      const named = `/releases/v1/apps/${stage().app.slug}/report`;
      assert.equal((await send(failed, {}, named)).status, 204);
      assert.equal((await send(failed, {}, '/releases/v1/apps/another/report')).status, 404);
      const spoofed = (i: number) => ({
        'x-forwarded-for': `198.51.${i}.7`,
        forwarded: `for=198.51.${i}.7`,
        'x-real-ip': `198.51.${i}.7`,
      });
      while (sent < 30) assert.equal((await send(failed, spoofed(sent))).status, 204);
      const refused = await send(failed, spoofed(sent));
      assert.equal(problemCode(refused, 429), 'too-many-requests');
      assert.match(String(refused.headers['retry-after']), /^[12]$/);
      assert.equal(refused.headers['access-control-allow-origin'], '*');
      // Rejected before its body is read.
      assert.equal((await report('{')).status, 429);
      const results = await countResults(stage(), 29);
      // Nobody downloaded it, so at most the one good outcome counts.
      assert.ok((results.counted ?? 0) <= 1, JSON.stringify(results));
      assert.ok((results.unproven ?? 0) <= 3, 'the rest is of one network');
    });
  });

  describe('behind a trusted proxy', () => {
    const stage = useStage({ env: { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1' } });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    let networks = 0;
    const elsewhere = () => {
      networks += 1;
      return from(`203.0.${networks}.1`);
    };

    test('that are malformed are rejected with every field named, and large ones with 413', async () => {
      const report = reportTo(stage());
      const faultsOf = async (body: unknown): Promise<string[]> => {
        const reply = await report(body, elsewhere());
        assert.equal(problemCode(reply, 400), 'invalid-fields');
        return reply.json<{ errors: { pointer: string }[] }>().errors.map(({ pointer }) => pointer);
      };
      assert.deepEqual((await faultsOf({})).sort(), ['/outcome', '/target', '/version']);
      assert.deepEqual(await faultsOf({ ...failed, outcome: 'sad' }), ['/outcome']);
      assert.deepEqual(await faultsOf({ ...failed, version: 'a b' }), ['/version']);
      assert.deepEqual(await faultsOf({ ...failed, target: '..' }), ['/target']);
      assert.deepEqual(await faultsOf({ ...failed, channel: 'v1' }), ['/channel']);
      assert.deepEqual(await faultsOf({ ...failed, code: 'x'.repeat(65) }), ['/code']);
      assert.deepEqual(
        await faultsOf('{"__proto__": 1, "version": "3.0.0", "target": "a", "outcome": "failed"}'),
        ['/__proto__'],
      );
      assert.equal(problemCode(await report('{', elsewhere()), 400), 'bad-json');
      const large = JSON.stringify({ ...failed, code: 'x'.repeat(1024) });
      assert.equal(problemCode(await report(large, elsewhere()), 413), 'body-too-large');
      const chunked = await report(large, { ...elsewhere(), 'transfer-encoding': 'chunked' });
      assert.equal(problemCode(chunked, 413), 'body-too-large');
      const plain = await report(failed, { ...elsewhere(), 'content-type': 'text/plain' });
      assert.equal(problemCode(plain, 415), 'not-json');
    });

    test('may be sent by a web page: the preflight allows POST and the client ID', async () => {
      for (const path of ['/releases/report', `/releases/v1/apps/${stage().app.slug}/report`]) {
        const reply = await stage().service.site(stage().app.slug, path, { method: 'OPTIONS' });
        assert.equal(reply.status, 204);
        assert.match(String(reply.headers['access-control-allow-methods']), /\bPOST\b/);
        assert.match(String(reply.headers['access-control-allow-headers']), /Slipway-Client/);
      }
      const read = await stage().service.site(stage().app.slug, '/releases/report');
      assert.deepEqual([read.status, read.headers.allow], [405, 'OPTIONS, POST']);
    });

    test('with made-up IDs from one /24 or one /48 count three times; a flood stops nothing', async () => {
      const id = await setRolling(stage(), 99.9);
      const { service, app } = stage();
      const report = reportTo(stage());
      for (let i = 0; i < 12; i++) {
        const reply = await service.site(app.slug, `/releases/download/${id}/${target}`);
        assert.equal(reply.status, 200);
      }
      const before = Object.values(await countResults(stage(), 0)).reduce((sum, count) => sum + count, 0);
      const flood = [
        ...Array.from({ length: 200 }, (_, i) => from(`192.0.2.${i}`)),
        ...Array.from({ length: 200 }, (_, i) => from(`2001:db8:7:${i}::${i}`)),
      ];
      for (const [i, address] of flood.entries()) {
        const outcome = i < 200 ? 'crashed' : 'installed';
        const reply = await report({ ...failed, outcome }, { ...address, 'slipway-client': `made-up-${i}` });
        assert.equal(reply.status, 204);
      }
      const results = await countResults(stage(), before + flood.length);
      assert.ok((results.counted ?? 0) <= 6 && (results.counted ?? 0) >= 3, JSON.stringify(results));
      const read = await service.api(`/v1/apps/${app.slug}/releases/${id}/rollout`);
      const { rollout, evidence } = read.json<{
        rollout: { state: string };
        evidence: { source: string; bad: number; good: number }[];
      }>();
      assert.equal(rollout.state, 'rolling');
      assert.ok((evidence[0]?.bad ?? 9) <= 3 && (evidence[0]?.good ?? 9) <= 3, JSON.stringify(evidence));
    });
  });
});
