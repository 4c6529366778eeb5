import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Fetch, FetchInit, FetchResponse } from '@slipway/api';
import { Failure } from '../errors/failure.ts';
import { openRequest } from './dial.ts';
import { withRetries } from './retry.ts';
import { networkCode, unreachableFailure } from './unreachable.ts';

/* A `fetch` on node:http for the client in `api/`: it resolves `*.localhost` and retries safe requests. */

const maxAnswerBytes = 64 * 1024 * 1024;
const answerTimeoutMs = 30_000;
/** Publishing and completing a multipart upload may read every byte again before the response. */
const slowTimeoutMs = 30 * 60_000;
const isSlow = (url: string): boolean => /\/(publish|complete)$/.test(url);

/** Reads, and calls that the server makes idempotent. */
const repeatable = (method: string, url: string): boolean =>
  method === 'GET' ||
  method === 'PUT' ||
  /\/(publish|presign|complete|restore|withdraw|prune|pause|resume)$/.test(url);

/** The request was never received, so any method may be retried. */
const neverArrived = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const broken = /^(ECONNRESET|EPIPE|ECONNABORTED|ETIMEDOUT|ESLOW)$/;

const maxWaitMs = 30_000;

/** The Retry-After of a temporary rejection; undefined if the response is final. */
const askedWaitMs = (answer: FetchResponse): number | undefined => {
  if (![429, 502, 503, 504].includes(answer.status)) return undefined;
  const seconds = Number(answer.headers.get('retry-after') ?? '1');
  return Math.min(maxWaitMs, (Number.isFinite(seconds) ? Math.max(seconds, 0.2) : 1) * 1000);
};

const readText = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new Error('The response is larger than any Slipway response.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const awaitAnswer = (request: ClientRequest, body: string | undefined): Promise<FetchResponse> =>
  new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      readText(response).then((text) => {
        const get = (name: string) => {
          const value = response.headers[name];
          return (Array.isArray(value) ? value.join(', ') : value) ?? null;
        };
        resolve({ status: response.statusCode ?? 0, headers: { get }, text: async () => text });
      }, reject);
    });
    request.end(body);
  });

const fetchOnce = async (url: string, init: FetchInit): Promise<FetchResponse> => {
  const { method, headers, body, signal } = init;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options = { method, headers: { ...headers, ...length }, ...(signal ? { signal } : {}) };
  const request = await openRequest(url, options);
  request.setTimeout(isSlow(url) ? slowTimeoutMs : answerTimeoutMs, () =>
    request.destroy(Object.assign(new Error('no response in time'), { code: 'ESLOW' })),
  );
  return await awaitAnswer(request, body);
};

class Busy extends Error {
  readonly answer: FetchResponse;
  readonly waitMs: number;

  constructor(answer: FetchResponse, waitMs: number) {
    super('busy');
    this.answer = answer;
    this.waitMs = waitMs;
  }
}

const mayRepeat = (error: unknown, init: FetchInit, url: string): boolean | number => {
  if (error instanceof Busy) return error.waitMs;
  const code = networkCode(error) ?? '';
  return neverArrived.test(code) || (broken.test(code) && repeatable(init.method, url));
};

/** Few attempts until the server has responded once, so that a wrong address fails fast; many after that. */
export const createApiFetch = (options: {
  userAgent: string;
  signal: AbortSignal;
  onWait?: (reason: string, waitMs: number) => void;
}): Fetch => {
  let answered = false;
  return async (url, init) => {
    const headers = { ...init.headers, 'user-agent': options.userAgent };
    const attempt = async () => {
      const answer = await fetchOnce(url, { ...init, headers, signal: options.signal });
      answered = true;
      const waitMs = askedWaitMs(answer);
      if (waitMs !== undefined) throw new Busy(answer, waitMs);
      return answer;
    };
    try {
      return await withRetries(
        {
          attempts: answered ? 8 : 3,
          signal: options.signal,
          shouldRetry: (error) => mayRepeat(error, init, url),
          onWait: (error, waitMs) => {
            const reason =
              error instanceof Busy
                ? `answered ${error.answer.status}`
                : unreachableFailure(url, error).message;
            options.onWait?.(reason, waitMs);
          },
        },
        attempt,
      );
    } catch (error) {
      if (error instanceof Busy) return error.answer;
      if (error instanceof Failure || options.signal.aborted) throw error;
      throw unreachableFailure(url, error);
    }
  };
};
