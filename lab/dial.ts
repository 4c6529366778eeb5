import type { Fetch } from '@slipway/api';
import { type HttpReply, openRequest, type RequestSpec, requestPort } from './request.ts';

/*
 * Requests by URL. Always connects to the loopback, since not every resolver knows `*.localhost` (RFC 6761); the path
 * is sent unchanged.
 */

const placeOf = (url: string) => {
  const [, host, path] = /^http:\/\/([^/?]+)(.*)$/.exec(url) ?? [];
  if (host === undefined) throw new Error(`not an address that can be dialled: ${url}`);
  return { host, port: Number(host.split(':')[1] ?? 80), path: path || '/' };
};

/** Sends a request and waits for the whole response. */
export const dial = (url: string, question: RequestSpec = {}): Promise<HttpReply> => {
  const { host, port, path } = placeOf(url);
  return requestPort(port, path, { host, ...question });
};

/** Sends a request on a new connection; the body is a stream. */
export const dialStream = async (url: string, question: RequestSpec = {}) => {
  const { host, port, path } = placeOf(url);
  const body = await openRequest(port, path, { agent: false, host, ...question });
  return { status: body.statusCode ?? 0, headers: body.headers, body };
};

/** Creates a `fetch` for the typed client. */
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

export const dialFetch: Fetch = createFetch(dial);
