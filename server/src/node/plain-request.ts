import type { Socket } from 'node:net';
import { byteClass, endOfRun, type FastPathHeaders, parseFields } from './plain-fields.ts';

/*
 * A strict reader of plain requests. What it takes, node:http reads in exactly the same way; whatever is unusual, longer
 * than updaters ever write it, or means something to a parser, it leaves to node:http. It goes over the bytes once and
 * tells names of fields apart by a sum of their letters: where two have the same, it takes neither.
 */

/** What is known of a request when it is answered: node:http's own has it, too. */
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

/** The one plain request that the first bytes are, so many of them; undefined where node:http has to look at them. */
export const parsePlainRequest = (
  bytes: Buffer,
  length: number,
  socket: PlainRequest['socket'],
): PlainRequest | undefined => {
  if (length > maxRequestBytes) return undefined;
  const text = bytes.toString('latin1', 0, length);
  // With that at its end, no run of bytes goes past it.
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
