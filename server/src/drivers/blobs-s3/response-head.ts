import type { ByteRange } from '../../domain/ports/stored-bytes.ts';
import type { S3Connection } from './connection.ts';
import type { ObjectVersion } from './range-fetch.ts';

/** The head of a response: its status line, and its headers by lower-case name. */
export interface S3ResponseHead {
  status: string;
  headers: Map<string, string>;
}

const maxHeadBytes = 16 * 1024;

const parseHead = (text: string): S3ResponseHead => {
  const [status = '', ...lines] = text.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status, headers: new Map(headers) };
};

/** Reads a head and the first bytes of the body; undefined when the head is too large. */
export const readResponseHead = async ({
  next,
}: S3Connection): Promise<{ head: S3ResponseHead; rest: Buffer } | undefined> => {
  let bytes: Buffer = Buffer.alloc(0);
  while (bytes.length < maxHeadBytes) {
    const chunk = await next();
    if (chunk === undefined) return undefined;
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end !== -1)
      return { head: parseHead(bytes.toString('latin1', 0, end)), rest: bytes.subarray(end + 4) };
    // An incomplete head must be copied, because the next read reuses the buffer.
    if (bytes === chunk) bytes = Buffer.from(chunk);
  }
  return undefined;
};

/** Whether a response is the requested range of the requested version, and states where it ends. */
export const isRequestedRange = (
  { status, headers }: S3ResponseHead,
  { etag, sizeBytes }: ObjectVersion,
  { start, end }: ByteRange,
): boolean =>
  status.startsWith('HTTP/1.1 206 ') &&
  !headers.has('transfer-encoding') &&
  headers.get('etag') === etag &&
  headers.get('content-length') === String(end - start + 1) &&
  headers.get('content-range') === `bytes ${start}-${end}/${sizeBytes}`;
