import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** A request as it goes on the wire: neither the path nor the headers are tidied up. */
export interface Ask {
  /** Only its port is dialled, on the loopback; its authority becomes the Host header. */
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Leaves the body open after what was given, as a client does that has much more to send. */
  unfinished?: boolean;
  signal?: AbortSignal;
}

/** An answer with its exact bytes. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
  json<T = Record<string, unknown>>(): T;
}

/* So few at a time that a small machine is not asked for more than it can give. */
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
/* A store that refuses an upload may drop the connection, which no other request must then be given. */
const uploadAgent = new Agent({ keepAlive: false, maxSockets: 8 });
const agentOf = ({ method, unfinished }: Ask) => {
  if (unfinished) return false;
  return method === 'PUT' ? uploadAgent : agent;
};

const split = (url: string) => {
  const [, authority, path] = /^http:\/\/([^/?]+)(.*)$/.exec(url) ?? [];
  if (authority === undefined) throw new Error(`not an address that can be dialled: ${url}`);
  return { authority, port: Number(authority.split(':').at(-1)), path: path || '/' };
};

/** Sends to the loopback whatever the address says, since not every resolver knows `*.localhost` (RFC 6761). */
export const dial = (ask: Ask): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { authority, port, path } = split(ask.url);
    const length = ask.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(ask.body)) };
    const outgoing = request({
      agent: agentOf(ask),
      host: '127.0.0.1',
      port,
      path,
      method: ask.method ?? 'GET',
      headers: { host: authority, ...(ask.headers?.['transfer-encoding'] ? {} : length), ...ask.headers },
      ...(ask.signal === undefined ? {} : { signal: ask.signal }),
    });
    const fail = (cause: Error) =>
      reject(new Error(`${ask.method ?? 'GET'} ${ask.url}: ${cause.message}`, { cause }));
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', fail);
      incoming.on('end', () => {
        const body = Buffer.concat(chunks);
        const text = body.toString();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body,
          text,
          json: <T>() => JSON.parse(text) as T,
        });
        if (ask.unfinished) outgoing.destroy();
      });
    });
    if (ask.unfinished) outgoing.write(ask.body ?? '');
    else outgoing.end(ask.body);
  });

/** Ends the kept connections, so that a file of tests can end. */
export const hangUp = (): void => agent.destroy();
