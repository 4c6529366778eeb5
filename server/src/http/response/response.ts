import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Rendered } from '../../domain/model/adapter.ts';
import { type Head, layOutHead, putHead, type Sealed, seal } from '../../node/head.ts';
import type { Asked } from '../../node/plain-request.ts';
import { matchesAny } from './conditions.ts';
import { cacheControl, crossOrigin, privateCacheControl } from './public-headers.ts';
import type { Unread } from './slow-reader-limit.ts';

/*
 * Short bodies lie in one piece with their head, as the front door writes them: one write is 8 % less CPU time per check
 * than two. Long ones lie by themselves: copying them behind a head would cost more than the second write.
 */
const longBytes = 8 * 1024;

/** A public answer, made once and sent many times. */
export interface Answer {
  readonly head: Head;
  readonly body: Buffer;
  /** Head and body in one, of which the body is a part; undefined where that is long. */
  readonly whole: Sealed | undefined;
  /** What a client is told that has it already. */
  readonly notModified: Head;
  readonly etag: string | undefined;
}

/** Whether caches on the way may keep an answer: not what depends on who asks. */
export type Caching = 'public' | 'private';

const commonOf = (cacheControl: string): string[] => [
  'cache-control',
  cacheControl,
  ...Object.entries(crossOrigin).flat(),
  'x-content-type-options',
  'nosniff',
];

const commonHeaders: Readonly<Record<Caching, string[]>> = {
  public: commonOf(cacheControl),
  private: commonOf(privateCacheControl),
};

const nothingNewOf = (common: string[]): Answer => {
  const head = layOutHead(204, common);
  return {
    ...{ head, body: Buffer.of(), whole: seal(head) },
    notModified: layOutHead(304, common),
    etag: undefined,
  };
};

const nothingNew: Readonly<Record<Caching, Answer>> = {
  public: nothingNewOf(commonHeaders.public),
  private: nothingNewOf(commonHeaders.private),
};

const answerOf = (
  contentType: string | undefined,
  bytes: Buffer,
  {
    digest,
    caching,
    more = {},
  }: { digest: string; caching: Caching; more?: Readonly<Record<string, string>> },
): Answer => {
  const common = [...commonHeaders[caching], ...Object.entries(more).flat()];
  const etag = `"${digest.slice(0, 27)}"`;
  const type = contentType === undefined ? [] : ['content-type', contentType];
  const headers = [...common, ...type, 'etag', etag, 'content-length', String(bytes.length)];
  const head = layOutHead(200, headers);
  const whole = bytes.length < longBytes ? seal(head, bytes) : undefined;
  return {
    ...{ head, whole },
    body: whole?.bytes.subarray(whole.bytes.length - bytes.length) ?? bytes,
    notModified: layOutHead(304, [...common, 'etag', etag]),
    etag,
  };
};

/** Lays out an answer. 200s get a strong ETag of their bytes, and the headers that only they have. */
export const makeAnswer = (
  { status, contentType, body }: Rendered,
  caching: Caching = 'public',
  more: Readonly<Record<string, string>> = {},
): Answer => {
  if (status === 204) return nothingNew[caching];
  const bytes = Buffer.from(body);
  const digest = createHash('sha256').update(bytes).digest('base64url');
  return answerOf(contentType, bytes, { digest, caching, more });
};

/** As much of a text as is laid out without a pause. */
const pauseLength = 256 * 1024;

/** Lays out an answer a piece at a time, so that nobody waits for a long one. */
export const makeLongAnswer = async (contentType: string, texts: Iterable<string>): Promise<Answer> => {
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
  return answerOf(contentType, Buffer.concat(pieces), {
    digest: hash.digest('base64url'),
    caching: 'public',
  });
};

/** What goes out: the head, or that of 304 where the client has the answer, and the body where there is one to send. */
export const partsFor = (
  { method, headers }: Asked,
  answer: Answer,
): { head: Head; body: Buffer | undefined } => {
  const ifNoneMatch = answer.etag === undefined ? undefined : headers['if-none-match'];
  const isKnown = ifNoneMatch !== undefined && matchesAny(ifNoneMatch, answer.etag as string);
  const head = isKnown ? answer.notModified : answer.head;
  return { head, body: isKnown || method === 'HEAD' ? undefined : answer.body };
};

/** Sends an answer, or 304 where the client has it; returns the status that went out. */
export type SendAnswer = (request: IncomingMessage, response: ServerResponse, answer: Answer) => number;

export const createAnswering =
  (unread: Unread): SendAnswer =>
  (request, response, answer) => {
    const { head, body } = partsFor(request, answer);
    putHead(response, head);
    if (body === undefined) response.end();
    // node:http writes a text together with the head, bytes in a second piece.
    else if (answer.whole !== undefined) response.end(body.toString('latin1'), 'latin1');
    else {
      response.end(body);
      unread.watch(response, body, body.length);
    }
    return head.status;
  };
