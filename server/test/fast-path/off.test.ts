import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Stage, useStage } from '../attacks/stage.ts';
import { converse } from './conversation.ts';

/* SLIPWAY_FAST_PATH=off leaves every request to node:http. test:all runs acceptance and attack tests both ways. */

const paths = (slug: string): string[] => [
  '/releases/stable/linux/x86_64/0.9.0',
  '/releases/stable/linux/x86_64/1.0.0',
  `/releases/v1/apps/${slug}/latest`,
  `/releases/v1/apps/${slug}/releases?limit=5`,
];

/** On its own connection: one that node:http has served stays with node:http. */
const get = async ({ service, app }: Stage, path: string): Promise<string> => {
  const request = `GET ${path} HTTP/1.1\r\nHost: ${app.slug}.localhost\r\n\r\n`;
  const [answer = ''] = await converse(service.port, [request], { answers: 1, isHead: false });
  return answer;
};

for (const setting of ['on', 'off'] as const)
  describe(`with SLIPWAY_FAST_PATH=${setting}`, () => {
    for (const level of ['debug', 'info'] as const) {
      const stage = useStage({ env: { SLIPWAY_FAST_PATH: setting, LOG_LEVEL: level } });

      test(`public requests take ${setting === 'on' ? 'the fast path' : 'node:http'} at LOG_LEVEL=${level}`, async () => {
        const { service, app } = stage();
        for (let round = 0; round < 3; round++)
          for (const path of paths(app.slug)) assert.match(await get(stage(), path), /^HTTP\/1\.1 20[04] /);
        const metrics = (await service.api('/metrics')).text();
        const [, count] = /^slipway_fast_path_responses_total (\d+)$/m.exec(metrics) ?? [];
        if (setting === 'on') assert.ok(Number(count) >= 8, `${count}`);
        else assert.equal(count, '0');
      });

      test(`each public request is ${level === 'debug' ? 'one log line' : 'not logged'} at LOG_LEVEL=${level}`, async () => {
        const { service, app } = stage();
        const path = '/releases/stable/linux/x86_64/0.8.0';
        for (let round = 0; round < 4; round++) await get(stage(), path);
        const lines = service.logs.map((line) => JSON.parse(line)).filter(({ url }) => url === path);
        const line = { method: 'GET', url: path, status: 200, app: app.slug };
        assert.equal(lines.length, level === 'debug' ? 4 : 0);
        for (const one of lines) assert.partialDeepStrictEqual(one, line);
      });
    }
  });
