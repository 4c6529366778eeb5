import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** One request and what came back; the body is a stream until someone reads it. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: IncomingMessage;
}

export interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** Asks an address. `*.localhost` is dialled as loopback (RFC 6761 §6.3), since not every resolver does. */
export const ask = (address: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { host, hostname, port, pathname, search } = new URL(address);
    const dialled = /(^|\.)localhost$/.test(hostname) ? '127.0.0.1' : hostname;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request(
      {
        host: dialled,
        port,
        method,
        path: pathname + search,
        headers: { host, ...headers, ...length },
        agent: false,
      },
      (incoming) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: incoming }),
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** The same, in the shape that the typed client wants. */
export const askAsFetch = async (address: string, init: Ask) => {
  const { status, headers, body } = await ask(address, init);
  return {
    status,
    headers: { get: (name: string): string | null => headers[name]?.toString() ?? null },
    text: () => text(body),
  };
};
