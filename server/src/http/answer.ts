import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { cacheControl, crossOrigin } from './public-headers.ts';
import { matchesAny } from './range.ts';

/*
 * A body's UTF-8 bytes. node:http writes a string together with the head in one piece and a buffer in two, and the
 * one write is 8 % less CPU time per check; so short bodies are held as a string of one character a byte ('latin1').
 * Long ones stay buffers: copying them behind the head would cost more than the second piece.
 */
type Body = string | Buffer;

const longBytes = 8 * 1024;

const layOut = (bytes: Buffer): Body => (bytes.length < longBytes ? bytes.toString('latin1') : bytes);

/** A public answer, made once and sent many times: its headers are laid out flat, as node:http writes them. */
export interface Answer {
  readonly status: 200 | 204;
  readonly etag: string | undefined;
  readonly body: Body;
  readonly headers: readonly string[];
  readonly notModified: readonly string[];
}

const common = [
  'cache-control',
  cacheControl,
  ...Object.entries(crossOrigin).flat(),
  'x-content-type-options',
  'nosniff',
];

/** Lays out an answer. 200s get a strong ETag of their bytes. */
export const makeAnswer = (status: 200 | 204, contentType: string | undefined, text: string): Answer => {
  if (status === 204) return { status, etag: undefined, body: '', headers: common, notModified: common };
  const bytes = Buffer.from(text);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  const type = contentType === undefined ? [] : ['content-type', contentType];
  return {
    status,
    etag,
    body: layOut(bytes),
    headers: [...common, ...type, 'etag', etag, 'content-length', String(bytes.length)],
    notModified: [...common, 'etag', etag],
  };
};

/** Sends an answer, or 304 where the client has it; returns the status that went out. */
export const sendAnswer = (request: IncomingMessage, response: ServerResponse, answer: Answer): number => {
  const ifNoneMatch = request.headers['if-none-match'];
  if (answer.etag !== undefined && ifNoneMatch !== undefined && matchesAny(ifNoneMatch, answer.etag)) {
    response.writeHead(304, answer.notModified as string[]).end();
    return 304;
  }
  response.writeHead(answer.status, answer.headers as string[]);
  if (request.method === 'HEAD' || answer.status === 204) response.end();
  else response.end(answer.body, 'latin1');
  return answer.status;
};
