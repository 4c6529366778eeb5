import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { RenderedResponse } from '../../domain/model/adapter.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import {
  type ResponseHead,
  type SerializedResponse,
  serializeHead,
  serializeResponse,
  setResponseHead,
} from '../../node/response-head.ts';
import { matchesIfNoneMatch } from './conditions.ts';
import { cacheControl, corsHeaders, privateCacheControl } from './public-headers.ts';
import type { SlowReaderLimit } from './slow-reader-limit.ts';

/*
 * Short bodies are stored with their headers, because one write takes 8 % less CPU time per check than two. Long bodies
 * are separate, because copying them would cost more than the second write.
 */
const longBytes = 8 * 1024;

/** A public response, prepared once and sent many times. */
export interface PreparedResponse {
  readonly head: ResponseHead;
  readonly body: Buffer;
  /** Headers and body in one buffer; `body` is a slice of it. Undefined if the body is long. */
  readonly serialized: SerializedResponse | undefined;
  /** The 304 response. */
  readonly notModified: ResponseHead;
  readonly etag: string | undefined;
}

/** Private responses depend on the client, so shared caches must not keep them. */
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
    ...{ head, body: Buffer.of(), serialized: serializeResponse(head) },
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
  const serialized = bytes.length < longBytes ? serializeResponse(head, bytes) : undefined;
  return {
    ...{ head, serialized },
    body: serialized?.bytes.subarray(serialized.bytes.length - bytes.length) ?? bytes,
    notModified: serializeHead(304, [...common, 'etag', etag]),
    etag,
  };
};

/** A 200 gets a strong ETag of its bytes, and the headers in `more`. */
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

/** Characters encoded without yielding. */
const pauseLength = 256 * 1024;

/** Yields between pieces, so that a long response blocks nobody. */
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

/** The headers, or those of a 304, and the body if one is sent. */
export const responseParts = (
  { method, headers }: PlainRequest,
  answer: PreparedResponse,
): { head: ResponseHead; body: Buffer | undefined } => {
  const ifNoneMatch = answer.etag === undefined ? undefined : headers['if-none-match'];
  const isKnown = ifNoneMatch !== undefined && matchesIfNoneMatch(ifNoneMatch, answer.etag as string);
  const head = isKnown ? answer.notModified : answer.head;
  return { head, body: isKnown || method === 'HEAD' ? undefined : answer.body };
};

/** Returns the status sent, 304 if the client has the response. */
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
    // node:http combines a string with the headers, but writes a buffer separately.
    else if (answer.serialized !== undefined) response.end(body.toString('latin1'), 'latin1');
    else {
      response.end(body);
      unread.watch(response, body, body.length);
    }
    return head.status;
  };
