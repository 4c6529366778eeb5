/* Parses multipart responses as strictly as the strictest client. */

export interface RangePart {
  contentType: string;
  start: number;
  end: number;
  /** The size of the whole file. */
  size: number;
  bytes: Buffer;
}

const head =
  /^\r\n--([A-Za-z0-9]{20})\r\nContent-Type: ([^\r\n]+)\r\nContent-Range: bytes (\d+)-(\d+)\/(\d+)\r\n\r\n/;
const longestHead = 512;

/** Parses a multipart/byteranges body; throws on any deviation. */
export const parseByteRanges = (contentType: string | undefined, body: Buffer): RangePart[] => {
  const boundary = /^multipart\/byteranges; boundary=([A-Za-z0-9]{20})$/.exec(contentType ?? '')?.[1];
  if (boundary === undefined) throw new Error(`no boundary as clients read it: ${contentType}`);
  const tail = `\r\n--${boundary}--\r\n`;
  const parts: RangePart[] = [];
  for (let at = 0; ; ) {
    if (body.toString('latin1', at) === tail && parts.length > 0) return parts;
    const match = head.exec(body.toString('latin1', at, at + longestHead));
    if (match === null || match[1] !== boundary) throw new Error(`no part at byte ${at}`);
    const [start, end, size] = match.slice(3).map(Number) as [number, number, number];
    const from = at + match[0].length;
    at = from + end + 1 - start;
    parts.push({ contentType: match[2] as string, start, end, size, bytes: body.subarray(from, at) });
  }
};

/** A Range header for these bytes, both ends included. */
export const rangeHeader = (ranges: readonly (readonly [start: number, end: number])[]): string =>
  `bytes=${ranges.map(([start, end]) => `${start}-${end}`).join(',')}`;
