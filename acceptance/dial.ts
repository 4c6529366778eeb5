import { Agent, type IncomingHttpHeaders } from 'node:http';
import * as lab from '../lab/dial.ts';

/** A raw request: path and headers are sent unchanged. */
export interface Ask {
  /** Only its port is used, on the loopback; its authority becomes the Host header. */
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Leaves the body open, like a client with more to send. */
  unfinished?: boolean;
  signal?: AbortSignal;
}

/** A response with its exact bytes. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
  json<T = Record<string, unknown>>(): T;
}

/* Few connections, so as not to overload a small machine. */
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
/* A store that rejects an upload may drop the connection, which no other request must reuse. */
const uploadAgent = new Agent({ keepAlive: false, maxSockets: 8 });

/** Always connects to the loopback. */
export const dial = async ({ url, unfinished = false, ...ask }: Ask): Promise<Answer> => {
  const usual = ask.method === 'PUT' ? uploadAgent : agent;
  try {
    const question = { ...ask, leavesBodyOpen: unfinished, agent: unfinished ? false : usual } as const;
    const reply = await lab.dial(url, question);
    return { ...reply, text: reply.text() };
  } catch (cause) {
    throw new Error(`${ask.method ?? 'GET'} ${url}: ${(cause as Error).message}`, { cause });
  }
};

/** Closes idle connections, so that a test file can end. */
export const hangUp = (): void => agent.destroy();
