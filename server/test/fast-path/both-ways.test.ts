import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testSeed } from '../../../lab/test-seed.ts';
import { useStage } from '../attacks/stage.ts';
import { converse } from './conversation.ts';
import { createRandom, mutate, plainRequests } from './mutations.ts';
import { createNodeReader } from './node-reader.ts';

/* Sends every request to the fast path and to node:http. Responses must match. */

describe('the fast path and node:http', () => {
  const stage = useStage();
  const pathsOf = (slug: string): string[] => [
    '/releases/stable/linux/x86_64/0.9.0',
    '/releases/stable/linux/x86_64/1.0.0',
    '/releases/stable/linux/x86_64/0.9.0?client=a&x=%41',
    '/releases/stable/plan9/mips/1.0.0',
    '/releases/nowhere/linux/x86_64/0.9.0',
    `/releases/v1/apps/${slug}/latest`,
    `/releases/v1/apps/${slug}/releases?limit=5`,
    '/feeds/electron/stable/latest-linux.yml',
    '/feeds/none/stable/x',
    '/',
    '/healthz',
  ];

  const bothWays = async (request: string, more: { answers?: number; pieces?: string[] } = {}) => {
    const { port } = stage().service;
    const { answers = 1, pieces = [request] } = more;
    const options = { answers, isHead: request.startsWith('HEAD ') };
    const [fastPath, nodeHttp] = await Promise.all([
      converse(port, pieces, options),
      converse(port, [request], { ...options, isBehind: true }),
    ]);
    assert.equal(nodeHttp.length, answers, request);
    assert.deepEqual(fastPath, nodeHttp, JSON.stringify(pieces));
    return fastPath;
  };

  test('answer typical updater requests with the same bytes', async () => {
    const { app } = stage();
    const host = `${app.slug}.localhost`;
    for (const request of plainRequests(host, pathsOf(app.slug))) await bothWays(request);
  });

  test('answer a matching If-None-Match with 304', async () => {
    const host = `${stage().app.slug}.localhost`;
    const line = 'GET /releases/stable/linux/x86_64/0.9.0 HTTP/1.1';
    const [answer = ''] = await bothWays(`${line}\r\nHost: ${host}\r\n\r\n`);
    const [, etag = ''] = /\r\netag: ([^\r]+)/.exec(answer) ?? [];
    const [notModified = ''] = await bothWays(`${line}\r\nHost: ${host}\r\nIf-None-Match: ${etag}\r\n\r\n`);
    assert.match(notModified, /^HTTP\/1\.1 304 /);
  });

  test('answer a request that is split at any byte', async () => {
    const host = `${stage().app.slug}.localhost`;
    const request = `GET /releases/stable/linux/x86_64/0.9.0 HTTP/1.1\r\nHost: ${host}\r\nAccept: */*\r\n\r\n`;
    for (let cut = 1; cut < request.length; cut++)
      await bothWays(request, { pieces: [request.slice(0, cut), request.slice(cut)] });
  });

  test('answer pipelined requests in order', async () => {
    const { app } = stage();
    const host = `${app.slug}.localhost`;
    const [first = '', second = '', third = ''] = pathsOf(app.slug).map(
      (path) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    );
    const all = first + second + third;
    await bothWays(all, { answers: 3 });
    // The first on the fast path, the others while it is answered; split in the middle of the second.
    await bothWays(all, { answers: 3, pieces: [first, second.slice(0, 20), second.slice(20) + third] });
    await bothWays(all, { answers: 3, pieces: [first + second.slice(0, 20), second.slice(20) + third] });
  });

  test('reject unusual requests alike', async () => {
    const host = `${stage().app.slug}.localhost`;
    const path = '/releases/stable/linux/x86_64/0.9.0';
    const odd = [
      `GET ${path}#x HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      `GET ${path}%00 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      `GET ${path}\\x HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      `GET http://${host}${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      `GET http://other${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ${host}, other\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost : ${host}\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-A: b\r\n c\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-A: b\0c\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-A: \x80\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      `GET ${path} HTTP/1.0\r\nHost: ${host}\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nRange: bytes=0-1\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nExpect: nothing\r\n\r\n`,
      `get ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\n\r\n`,
      `OPTIONS ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      `GET ${path} HTTP/1.1\nHost: ${host}\n\n`,
      `GET  ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-A: ${'a'.repeat(9000)}\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${Array.from({ length: 70 }, (_, n) => `X-${n}: y\r\n`).join('')}\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${Array.from({ length: 120 }, (_, n) => `X-${n}: y\r\n`).join('')}\r\n`,
    ];
    for (const request of odd) await bothWays(request);
  });

  test('answer randomly mutated requests alike', async (t) => {
    const { app } = stage();
    const seed = testSeed(20260102);
    t.diagnostic(`seed ${seed}`);
    const random = createRandom(seed);
    const readByNode = createNodeReader();
    const seeds = plainRequests(`${app.slug}.localhost`, pathsOf(app.slug));
    for (let left = 500; left > 0; ) {
      const request = mutate(seeds[Math.floor(random() * seeds.length)] ?? '', random);
      const { requests, isOther } = await readByNode(Buffer.from(request, 'latin1'));
      // Both ways wait for the rest of an incomplete request.
      if (isOther || requests.length !== 1) continue;
      left -= 1;
      await bothWays(request);
    }
  });
});
