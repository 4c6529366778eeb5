import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A bucket with or without a CORS rule: a proxy in front of one that allows every origin. */
export interface BucketProxy {
  /** The proxied endpoint. */
  endpoint: string;
  origin: string;
  /** Switches the CORS rule on or off. */
  allow(isAllowed: boolean): void;
  stop(): void;
}

/** Starts a proxy for an S3 endpoint. Without a rule it sends no CORS headers, as S3 does. */
export const startBucketProxy = async (endpoint: string): Promise<BucketProxy> => {
  const behind = new URL(endpoint);
  let isAllowed = true;
  const server = createServer((incoming, answer) => {
    if (!isAllowed && incoming.method === 'OPTIONS') return void answer.writeHead(403).end();
    const { method, url: path, headers } = incoming;
    const sent = request({ host: behind.hostname, port: behind.port, method, path, headers }, (reply) => {
      const forwarded = Object.entries(reply.headers).filter(
        ([name]) => isAllowed || !name.startsWith('access-control-'),
      );
      answer.writeHead(reply.statusCode ?? 502, Object.fromEntries(forwarded));
      reply.pipe(answer);
    });
    sent.on('error', () => answer.destroy());
    incoming.pipe(sent);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint: origin + behind.pathname,
    origin,
    allow: (value) => {
      isAllowed = value;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
