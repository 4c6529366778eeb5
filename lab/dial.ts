import type { Fetch } from '@slipway/api';
import { type HttpReply, openRequest, type RequestSpec, requestPort } from './request.ts';

/*
 * Requests by address. The loopback is dialled whatever the host is, since not every resolver knows `*.localhost`
 * (RFC 6761); the path goes out as it was written, however odd.
 */

const placeOf = (url: string) => {
  const [, host, path] = /^http:\/\/([^/?]+)(.*)$/.exec(url) ?? [];
  if (host === undefined) throw new Error(`not an address that can be dialled: ${url}`);
  return { host, port: Number(host.split(':')[1] ?? 80), path: path || '/' };
};

/** Asks an address and waits for the whole answer. */
export const dial = (url: string, question: RequestSpec = {}): Promise<HttpReply> => {
  const { host, port, path } = placeOf(url);
  return requestPort(port, path, { host, ...question });
};

/** Asks an address on a connection of its own; the body is a stream until someone reads it. */
export const dialStream = async (url: string, question: RequestSpec = {}) => {
  const { host, port, path } = placeOf(url);
  const body = await openRequest(port, path, { agent: false, host, ...question });
  return { status: body.statusCode ?? 0, headers: body.headers, body };
};

/** Makes the `fetch` that the typed client wants of whatever asks. */
export const createFetch =
  (asks: (url: string, question: RequestSpec) => Promise<HttpReply>): Fetch =>
  async (url, init) => {
    const { status, headers, text } = await asks(url, init);
    return {
      status,
      headers: { get: (name) => headers[name]?.toString() ?? null },
      text: async () => text(),
    };
  };

/** For the typed client: dials the loopback. */
export const dialFetch: Fetch = createFetch(dial);
