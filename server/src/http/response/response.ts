import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { RenderedResponse } from '../../domain/model/adapter.ts';
import {
  type ResponseHead,
  type SerializedResponse,
  serializeHead,
  serializeResponse,
  setResponseHead,
} from '../../node/head.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import { matchesIfNoneMatch } from './conditions.ts';
import { cacheControl, corsHeaders, privateCacheControl } from './public-headers.ts';
import type { SlowReaderLimit } from './slow-reader-limit.ts';

/*
 * Short bodies lie in one piece with their head, as the front door writes them: one write is 8 % less CPU time per check
 * than two. Long ones lie by themselves: copying them behind a head would cost more than the second write.
 */
const longBytes = 8 * 1024;

/** A public answer, made once and sent many times. */
export interface PreparedResponse {
  readonly head: ResponseHead;
  readonly body: Buffer;
  /** Head and body in one, of which the body is a part; undefined where that is long. */
  readonly whole: SerializedResponse | undefined;
  /** What a client is told that has it already. */
  readonly notModified: ResponseHead;
  readonly etag: string | undefined;
}

/** Whether caches on the way may keep an answer: not what depends on who asks. */
export type CacheScope = 'public' | 'private';

const commonOf = (cacheControl: string): string[] => [
  'cache-control',
  cacheControl,
  ...Object.entries(corsHeaders).flat(),
  'x-content-type-options',
  'nosniff',
];

const commonHeaders: Readonly<Record<CacheScope, string[]>> = {
  public: commonOf(cacheControl),
  private: commonOf(privateCacheControl),
};

const noContentResponse = (common: string[]): PreparedResponse => {
  const head = serializeHead(204, common);
  return {
    ...{ head, body: Buffer.of(), whole: serializeResponse(head) },
    notModified: serializeHead(304, common),
    etag: undefined,
  };
};

const noContentResponses: Readonly<Record<CacheScope, PreparedResponse>> = {
  public: noContentResponse(commonHeaders.public),
  private: noContentResponse(commonHeaders.private),
};

const buildResponse = (
  contentType: string | undefined,
  bytes: Buffer,
  {
    digest,
    caching,
    more = {},
  }: { digest: string; caching: CacheScope; more?: Readonly<Record<string, string>> },
): PreparedResponse => {
  const common = [...commonHeaders[caching], ...Object.entries(more).flat()];
  const etag = `"${digest.slice(0, 27)}"`;
  const type = contentType === undefined ? [] : ['content-type', contentType];
  const headers = [...common, ...type, 'etag', etag, 'content-length', String(bytes.length)];
  const head = serializeHead(200, headers);
  const whole = bytes.length < longBytes ? serializeResponse(head, bytes) : undefined;
  return {
    ...{ head, whole },
    body: whole?.bytes.subarray(whole.bytes.length - bytes.length) ?? bytes,
    notModified: serializeHead(304, [...common, 'etag', etag]),
    etag,
  };
};

/** Lays out an answer. 200s get a strong ETag of their bytes, and the headers that only they have. */
export const prepareResponse = (
  { status, contentType, body }: RenderedResponse,
  caching: CacheScope = 'public',
  more: Readonly<Record<string, string>> = {},
): PreparedResponse => {
  if (status === 204) return noContentResponses[caching];
  const bytes = Buffer.from(body);
  const digest = createHash('sha256').update(bytes).digest('base64url');
  return buildResponse(contentType, bytes, { digest, caching, more });
};

/** As much of a text as is laid out without a pause. */
const pauseLength = 256 * 1024;

/** Lays out an answer a piece at a time, so that nobody waits for a long one. */
export const prepareLongResponse = async (
  contentType: string,
  texts: Iterable<string>,
): Promise<PreparedResponse> => {
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  let length = 0;
  for (const text of texts) {
    const piece = Buffer.from(text);
    hash.update(piece);
    pieces.push(piece);
    length += piece.length;
    if (length < pauseLength) continue;
    length = 0;
    await setImmediate();
  }
  return buildResponse(contentType, Buffer.concat(pieces), {
    digest: hash.digest('base64url'),
    caching: 'public',
  });
};

/** What goes out: the head, or that of 304 where the client has the answer, and the body where there is one to send. */
export const responseParts = (
  { method, headers }: PlainRequest,
  answer: PreparedResponse,
): { head: ResponseHead; body: Buffer | undefined } => {
  const ifNoneMatch = answer.etag === undefined ? undefined : headers['if-none-match'];
  const isKnown = ifNoneMatch !== undefined && matchesIfNoneMatch(ifNoneMatch, answer.etag as string);
  const head = isKnown ? answer.notModified : answer.head;
  return { head, body: isKnown || method === 'HEAD' ? undefined : answer.body };
};

/** Sends an answer, or 304 where the client has it; returns the status that went out. */
export type SendResponse = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: PreparedResponse,
) => number;

export const createResponseSender =
  (unread: SlowReaderLimit): SendResponse =>
  (request, response, answer) => {
    const { head, body } = responseParts(request, answer);
    setResponseHead(response, head);
    if (body === undefined) response.end();
    // node:http writes a text together with the head, bytes in a second piece.
    else if (answer.whole !== undefined) response.end(body.toString('latin1'), 'latin1');
    else {
      response.end(body);
      unread.watch(response, body, body.length);
    }
    return head.status;
  };
