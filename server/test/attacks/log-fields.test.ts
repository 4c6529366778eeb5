import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requestPort } from '../../../lab/request.ts';
import type { Running } from '../harness.ts';
import { type Stage, target, useStage } from './stage.ts';

interface Line {
  msg: string;
  reqId?: string;
  method: string;
  url: string;
  host: string;
  client: string;
  status: number;
  app?: string;
  key?: string;
}

/** The log lines of the requests sent meanwhile. */
const linesOf = async ({ logs }: Running, send: () => Promise<unknown>): Promise<Line[]> => {
  const before = logs.length;
  await send();
  const lines = logs.slice(before).flatMap((text) => text.split('\n').filter((line) => line !== ''));
  return lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'request');
};

const keyIdOf = (secret: string): string => /^slw_pub_(\w+)_\w+$/.exec(secret)?.[1] ?? '';
const fieldsOf = ({ method, url, status, app, key }: Line) => ({ method, url, status, app, key });

describe('a log line', () => {
  const stage = useStage({ env: { LOG_LEVEL: 'debug' } });

  test('has host, app, key and client of a request with a key', async () => {
    const { service, app } = stage();
    const url = `/v1/apps/${app.slug}`;
    const [line] = await linesOf(service, () => service.api(`${url}?token=${app.key}`, { key: app.key }));
    assert.ok(line !== undefined);
    assert.equal(line.host, `localhost:${service.port}`);
    assert.match(line.client, /^(?:::ffff:)?127\.0\.0\.1$/);
    assert.match(line.reqId ?? '', /^[0-9a-f-]{36}$/);
    const { key = '' } = line;
    assert.ok(app.key.includes(key.replace(/^key_/, '')), `${key} is the id of the key`);
    assert.deepEqual(fieldsOf(line), { method: 'GET', url, status: 200, app: app.slug, key });
    const [byAdmin] = await linesOf(service, () => service.api(url));
    assert.deepEqual([byAdmin?.app, byAdmin?.key], [app.slug, 'admin']);
  });

  test('has the key that lacks a scope, but no invalid key', async () => {
    const { service, app } = stage();
    const [refused] = await linesOf(service, () => service.api('/v1/apps', { key: app.key }));
    assert.equal(refused?.status, 403);
    assert.ok(keyIdOf(app.key) !== '' && refused.key?.includes(keyIdOf(app.key)));
    const [wrong] = await linesOf(service, () =>
      service.api('/v1/apps', { key: `${app.key.slice(0, -1)}!` }),
    );
    assert.deepEqual([wrong?.status, wrong?.key, wrong?.app], [401, undefined, undefined]);
  });

  /** A check, a page, a download and an unknown path: on the fast path and in the framework. */
  const publicPaths = ({ app, publishedId }: Stage): [string, string | undefined][] => [
    ['/releases/stable/linux/x86_64/0.1.0', app.slug],
    [`/releases/v1/apps/${app.slug}/latest`, app.slug],
    [`/releases/download/${publishedId}/${target}`, app.slug],
    ['/none', undefined],
  ];

  test('has the app of a public request, but never a query', async () => {
    const { service, app } = stage();
    for (const [path, slug] of publicPaths(stage()))
      for (let again = 0; again < 2; again += 1) {
        const [line] = await linesOf(service, () => service.site(app.slug, `${path}?token=${app.key}`));
        assert.deepEqual([line?.url, line?.app, line?.key], [path, slug, undefined]);
        assert.match(line?.host ?? '', new RegExp(`^${app.slug}\\.localhost`));
      }
  });

  test('redacts keys in addresses and hosts, and truncates long values', async () => {
    const { service, app } = stage();
    const lines = await linesOf(service, async () => {
      await service.site(app.slug, `/${app.key}`);
      await service.api(`/v1/apps/${app.key}`);
      await requestPort(service.port, '/v1/none', { host: `${app.key}.example.com` });
      await requestPort(service.port, `/${'x'.repeat(8000)}`, { host: 'h'.repeat(4000) });
    });
    assert.equal(lines.length, 4);
    assert.ok(!JSON.stringify(lines).includes(app.key));
    assert.deepEqual([lines[3]?.url.length, lines[3]?.host.length], [2048, 255]);
  });

  test('ignores forwarded headers from untrusted clients', async () => {
    const { service } = stage();
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'forged.example.com' };
    const [line] = await linesOf(service, () => service.api('/v1/apps', { headers }));
    assert.match(line?.client ?? '', /127\.0\.0\.1$/);
    assert.match(line?.host ?? '', /^localhost/);
  });
});

describe('a log line behind a proxy', () => {
  const stage = useStage({
    env: { LOG_LEVEL: 'debug', SLIPWAY_TRUSTED_PROXIES: '127.0.0.1, ::1, 10.0.0.0/8' },
  });

  test('has the client that trusted proxies report, and no other', async () => {
    const { service, app } = stage();
    for (const [forwardedFor, client] of [
      ['203.0.113.7', '203.0.113.7'],
      ['198.51.100.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
      ['2001:db8::1', '2001:db8::1'],
      ['{"level":60}', undefined],
      ['', undefined],
    ] as const) {
      const headers = { 'x-forwarded-for': forwardedFor, 'x-forwarded-host': `${app.slug}.localhost` };
      for (const path of ['/releases/stable/linux/x86_64/0.1.0', '/none']) {
        const [line] = await linesOf(service, () => service.api(path, { headers }));
        assert.match(
          line?.client ?? '',
          client === undefined ? /127\.0\.0\.1$/ : new RegExp(`^${client}$`),
          forwardedFor,
        );
        assert.equal(line?.host, `${app.slug}.localhost`);
      }
    }
  });
});

describe('the log at level info', () => {
  const stage = useStage({ env: { LOG_LEVEL: 'info' } });

  test('omits successful client requests', async () => {
    const { service, app, publishedId } = stage();
    const lines = await linesOf(service, async () => {
      await service.site(app.slug, '/releases/stable/linux/x86_64/0.1.0');
      await service.site(app.slug, `/releases/download/${publishedId}/${target}`);
    });
    assert.deepEqual(lines, []);
  });
});
