import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openRequest } from '../../lab/request.ts';

/*
 * A proxy that injects two faults in front of a healthy server: one operation returns 500, another a body that violates
 * its schema. A check that misses them is useless.
 */

export const plantedOperations = ['getV1AppsAppChannels', 'getV1AppsAppOffers'];

/** The fuzzer's names for them. */
export const plantedFailures = ['Server error', 'Response violates schema'];

const planted: readonly [path: RegExp, status: number, body: unknown][] = [
  [/^\/v1\/apps\/[^/]+\/channels/, 500, { title: 'A planted fault' }],
  [/^\/v1\/apps\/[^/]+\/offers/, 200, { offers: 7 }],
];

export const startFaultyProxy = async (port: number) => {
  const answer = async (
    url: string,
    request: Parameters<typeof openRequest>[2],
    response: ServerResponse,
  ) => {
    const fault = planted.find(([path]) => request?.method === 'GET' && path.test(url));
    if (fault !== undefined) {
      response.writeHead(fault[1], { 'content-type': 'application/json' }).end(JSON.stringify(fault[2]));
      return;
    }
    const incoming = await openRequest(port, url, request);
    response.writeHead(incoming.statusCode ?? 502, incoming.headers);
    incoming.pipe(response);
  };
  const server = createServer((request, response) => {
    const { method, url = '/', headers } = request;
    const { connection: _, ...passed } = headers;
    request.resume();
    answer(url, { method, headers: passed }, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
