import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/*
 * An HTTP proxy that records a client's traffic, for programs that support `http_proxy` and cannot be inspected
 * otherwise. It always connects to the loopback, so that clients need no DNS.
 */

export interface Exchange {
  path: string;
  range: string;
  status: number;
  /** The size of the response body. */
  bytes: number;
}

const forward = (exchanges: Exchange[]) => (incoming: IncomingMessage, answer: ServerResponse) => {
  const { port, pathname, search } = new URL(incoming.url ?? '');
  const { 'proxy-connection': _, ...headers } = incoming.headers;
  const onward = request({ host: '127.0.0.1', port, path: pathname + search, headers, agent: false });
  onward.on('response', (response) => {
    const { statusCode: status = 0 } = response;
    const exchange = { path: pathname, range: incoming.headers.range ?? '', status, bytes: 0 };
    exchanges.push(exchange);
    response.on('data', (chunk: Buffer) => {
      exchange.bytes += chunk.length;
    });
    answer.writeHead(status, response.headers);
    response.pipe(answer);
    response.on('aborted', () => answer.destroy());
  });
  onward.on('error', () => answer.destroy());
  onward.end();
};

/** Starts a proxy for the test file. The reader empties `exchanges`. */
export const openRecordingProxy = async () => {
  const exchanges: Exchange[] = [];
  const server = createServer(forward(exchanges)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, exchanges };
};
