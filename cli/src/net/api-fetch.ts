import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Fetch, FetchInit, FetchResponse } from '@slipway/api';
import { Failure } from '../errors/failure.ts';
import { openRequest } from './dial.ts';
import { patiently } from './retry.ts';
import { networkCode, unreachableFailure } from './unreachable.ts';

/* A `fetch` for the client of `api/` on node:http: it dials `*.localhost`, and tries again where that is safe. */

const maxAnswerBytes = 64 * 1024 * 1024;
const answerTimeoutMs = 30_000;
/** Publishing and joining parts may read every byte again before they answer. */
const slowTimeoutMs = 30 * 60_000;
const isSlow = (url: string): boolean => /\/(publish|complete)$/.test(url);

/** Doing these twice is doing them once: reads, and what the service makes idempotent. */
const repeatable = (method: string, url: string): boolean =>
  method === 'GET' ||
  method === 'PUT' ||
  /\/(publish|presign|complete|restore|withdraw|prune|pause|resume)$/.test(url);

/** The request cannot have been received: any method may be tried again. */
const neverArrived = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const broken = /^(ECONNRESET|EPIPE|ECONNABORTED|ETIMEDOUT|ESLOW)$/;

const maxWaitMs = 30_000;

/** The wait that a refusal for the moment asks for, or undefined: the answer stands. */
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
    if (bytes > maxAnswerBytes) throw new Error('The answer is larger than any that Slipway gives.');
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
    request.destroy(Object.assign(new Error('no answer in time'), { code: 'ESLOW' })),
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

/** Few tries until something has answered, so that a wrong address is told at once; many after that. */
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
      return await patiently(
        {
          attempts: answered ? 8 : 3,
          signal: options.signal,
          again: (error) => mayRepeat(error, init, url),
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
