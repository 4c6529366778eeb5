import type { IncomingMessage } from 'node:http';
import { openRequest } from './dial.ts';

/* One GET from an untrusted host: each redirect is checked first, and the body is limited. */

const maxRedirects = 5;
const silenceTimeoutMs = 60_000;

/** The redirect is not allowed, or the body exceeds the limit. */
export class RejectedDownload extends Error {
  readonly code: 'redirected' | 'too-many-redirects' | 'too-large' | 'too-slow';

  constructor(code: RejectedDownload['code'], message: string) {
    super(message);
    this.name = 'Unwanted';
    this.code = code;
  }
}

export interface GetRequest {
  url: URL;
  userAgent: string;
  signal: AbortSignal;
  limitBytes: number;
  /** Ends a slow transfer even if bytes keep arriving. */
  deadline: AbortSignal;
  /** Throws if a redirect must not be followed. */
  validateUrl(url: URL): void;
}

export interface GetResponse {
  status: number;
  retryAfter: string | undefined;
  contentType: string;
  /** Throws `too-large` at the first byte beyond the limit. */
  body: AsyncIterable<Buffer>;
  /** Closes the connection without reading the rest. */
  discard(): void;
}

const tooSlow = () => new RejectedDownload('too-slow', 'it takes too long');

const request = async ({
  url,
  userAgent,
  signal: interrupted,
  deadline,
}: GetRequest): Promise<IncomingMessage> => {
  const signal = AbortSignal.any([interrupted, deadline]);
  // Hashes cover the plain file, so no content encoding is allowed.
  const headers = { 'user-agent': userAgent, 'accept-encoding': 'identity' };
  const opened = await openRequest(url.href, { method: 'GET', headers, signal });
  opened.setTimeout(silenceTimeoutMs, () =>
    opened.destroy(Object.assign(new Error('no response in time'), { code: 'ESLOW' })),
  );
  return await new Promise((resolve, reject) => {
    opened.once('error', (error) => reject(deadline.aborted ? tooSlow() : error));
    opened.once('response', resolve);
    opened.end();
  });
};

const redirectOf = (response: IncomingMessage, from: URL): URL | undefined => {
  const { statusCode = 0, headers } = response;
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined;
  return URL.canParse(headers.location, from.href) ? new URL(headers.location, from.href) : undefined;
};

async function* bounded(
  response: IncomingMessage,
  { limitBytes, deadline }: Pick<GetRequest, 'limitBytes' | 'deadline'>,
): AsyncGenerator<Buffer> {
  const tooLarge = () => new RejectedDownload('too-large', `it is larger than ${limitBytes} bytes`);
  let bytes = 0;
  if (Number(response.headers['content-length'] ?? 0) > limitBytes) {
    response.destroy();
    throw tooLarge();
  }
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limitBytes) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    throw deadline.aborted ? tooSlow() : error;
  }
}

/** Follows allowed redirects and returns the response with any status. */
export const getFile = async (get: GetRequest): Promise<GetResponse> => {
  let at = get.url;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const response = await request({ ...get, url: at });
    const next = redirectOf(response, at);
    if (next === undefined) {
      const { statusCode: status = 0, headers } = response;
      return {
        status,
        retryAfter: headers['retry-after'],
        contentType: headers['content-type'] ?? '',
        body: bounded(response, get),
        discard: () => response.destroy(),
      };
    }
    response.destroy();
    get.validateUrl(next);
    at = next;
  }
  throw new RejectedDownload('too-many-redirects', `it was redirected more than ${maxRedirects} times`);
};
