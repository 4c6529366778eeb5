import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

/* Requests to this machine, and raw bytes that no client library would send. */

export interface RequestSpec {
  method?: string | undefined;
  /** The Host header; `localhost` with the port by default. */
  host?: string;
  headers?: Record<string, string | string[] | undefined>;
  body?: string | Uint8Array | undefined;
  /** Leaves the body open, like a client with more to send. */
  leavesBodyOpen?: boolean;
  agent?: Agent | false;
  signal?: AbortSignal;
}

export interface HttpReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text(): string;
  json<T>(): T;
}

const shared = new Agent({ keepAlive: true, maxSockets: 64 });

const isStale = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'ECONNRESET' || error.code === 'EPIPE' || error.message === 'socket hang up';

/** Sends a request to a local port; the response body is a stream. */
export const openRequest = (
  port: number,
  path: string,
  question: RequestSpec = {},
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', host = `localhost:${port}`, headers = {}, body, signal } = question;
    const { agent = question.leavesBodyOpen ? false : shared } = question;
    const isChunked = 'transfer-encoding' in headers;
    const length =
      body === undefined || isChunked ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      agent,
      headers: { host, ...length, ...headers },
      ...(signal === undefined ? {} : { signal }),
    });
    outgoing.on('error', (error) => reject(Object.assign(error, { reusedSocket: outgoing.reusedSocket })));
    outgoing.on('response', resolve);
    if (question.leavesBodyOpen) outgoing.write(body ?? '');
    else outgoing.end(body);
  });

const collect = (incoming: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', reject);
    incoming.on('end', () => {
      if (incoming.complete) resolve(Buffer.concat(chunks));
      else reject(new Error('the answer was cut short'));
    });
  });

const askOnce = async (port: number, path: string, question: RequestSpec): Promise<HttpReply> => {
  const incoming = await openRequest(port, path, question);
  const body = await collect(incoming);
  if (question.leavesBodyOpen) incoming.socket.destroy();
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body,
    text: () => body.toString(),
    json: <T>() => JSON.parse(body.toString()) as T,
  };
};

/** Sends a request to a local port and waits for the whole response; a truncated one rejects. */
export const requestPort = async (
  port: number,
  path: string,
  question: RequestSpec = {},
): Promise<HttpReply> => {
  try {
    return await askOnce(port, path, question);
  } catch (error) {
    // RFC 9112 §9.3.1: a kept-alive connection may close during a request, which a client then retries.
    const isReused = (error as { reusedSocket?: boolean }).reusedSocket === true;
    if (isReused && isStale(error as Error)) return askOnce(port, path, { ...question, agent: false });
    throw error;
  }
};

/** Sends raw bytes and returns everything received until the other side ends or is idle. */
export const sendRaw = (port: number, bytes: string | Buffer, silenceMs = 1000): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    let text = '';
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => (isStale(error) ? resolve(text) : reject(error)));
    socket.on('close', () => resolve(text));
    socket.write(bytes);
  });

/** The status of each response on a connection. */
export const parseStatuses = (text: string): number[] =>
  [...text.matchAll(/(?:^|\r\n|\})HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
