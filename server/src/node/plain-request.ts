import type { Socket } from 'node:net';
import { byteClass, endOfRun, type FastPathHeaders, parseFields } from './plain-fields.ts';

/*
 * A strict parser of plain requests. It accepts only what node:http parses in exactly the same way, and leaves
 * everything unusual or longer than updaters send to node:http. It reads the bytes once and compares field names by
 * a checksum; on a collision it gives up.
 */

/** The part of a request that responses need; node:http's requests fit, too. */
export interface PlainRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: FastPathHeaders;
  readonly socket: Pick<Socket, 'remoteAddress'>;
}

const maxRequestBytes = 8 * 1024;

/** No `#`, no `\`, no space. */
const inTarget = byteClass(/[!"$-[\]-~]/);
const methodOf = (text: string): 'GET' | 'HEAD' | undefined => {
  if (text.startsWith('GET /')) return 'GET';
  return text.startsWith('HEAD /') ? 'HEAD' : undefined;
};
const version = ' HTTP/1.1\r\n';
const lastBytes = '\r\n\r\n';

/** Undefined unless the bytes are exactly one plain request. */
export const parsePlainRequest = (
  bytes: Buffer,
  length: number,
  socket: PlainRequest['socket'],
): PlainRequest | undefined => {
  if (length > maxRequestBytes) return undefined;
  const text = bytes.toString('latin1', 0, length);
  // The terminator stops every scan, so none needs a bounds check.
  const method = text.endsWith(lastBytes) ? methodOf(text) : undefined;
  if (method === undefined) return undefined;
  const targetEnd = endOfRun(inTarget, bytes, method.length + 1);
  if (!text.startsWith(version, targetEnd)) return undefined;
  const url = text.slice(method.length + 1, targetEnd);
  const headers = url.includes('%00') ? undefined : parseFields(bytes, text, targetEnd + version.length);
  return headers?.host === undefined || headers.host.includes(',')
    ? undefined
    : { method, url, headers, socket };
};
