import { Agent, type IncomingHttpHeaders } from 'node:http';
import * as lab from '../lab/dial.ts';

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

/** Sends to the loopback whatever the address says. */
export const dial = async ({ url, unfinished = false, ...ask }: Ask): Promise<Answer> => {
  const usual = ask.method === 'PUT' ? uploadAgent : agent;
  try {
    const question = { ...ask, isUnfinished: unfinished, agent: unfinished ? false : usual } as const;
    const reply = await lab.dial(url, question);
    return { ...reply, text: reply.text() };
  } catch (cause) {
    throw new Error(`${ask.method ?? 'GET'} ${url}: ${(cause as Error).message}`, { cause });
  }
};

/** Ends the kept connections, so that a file of tests can end. */
export const hangUp = (): void => agent.destroy();
