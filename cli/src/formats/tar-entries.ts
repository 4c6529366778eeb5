import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/*
 * Streams the files of a .tar.gz and keeps only the first bytes of requested files. Archives can be hostile or broken,
 * so the unpacked size is bounded and nothing is written to disk.
 */

const blockBytes = 512;
/** GNU tar and pax put a long name into a separate entry before the file's. */
const maxNameBytes = 64 * 1024;

export interface TarEntry {
  name: string;
  /** The first bytes of the file, up to the number that `bytesToKeep` returns. */
  head: Buffer;
}

export interface TarLimits {
  /** The limit for unpacked bytes. */
  maxBytes: number;
  /** How many bytes of a file to keep; 0 skips the file. */
  bytesToKeep(name: string): number;
}

const textAt = (header: Buffer, start: number, length: number): string => {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
};

/** Octal, or base 256 if the first bit is set; undefined for anything else, such as the zeros at the end. */
const sizeOf = (header: Buffer): number | undefined => {
  const first = header[124] ?? 0;
  if (first & 0x80) {
    const size = Number(header.readBigUInt64BE(128));
    return first === 0x80 && Number.isSafeInteger(size) ? size : undefined;
  }
  const text = textAt(header, 124, 12).trim();
  return /^[0-7]{1,12}$/.test(text) ? Number.parseInt(text, 8) : undefined;
};

const nameOf = (header: Buffer): string => {
  const prefix = textAt(header, 257, 5) === 'ustar' ? textAt(header, 345, 155) : '';
  // GNU's header stores times at the offset of ustar's prefix, and marks itself by two spaces after the magic.
  const isGnu = header.toString('latin1', 257, 265) === 'ustar  \0';
  return prefix === '' || isGnu ? textAt(header, 0, 100) : `${prefix}/${textAt(header, 0, 100)}`;
};

const paxPath = (records: Buffer): string | undefined =>
  /^\d+ path=(.*)$/m.exec(records.toString('utf8'))?.[1];

interface TarHeader {
  type: string;
  name: string;
  sizeBytes: number;
}

const parseHeader = (header: Buffer): TarHeader | undefined => {
  const sizeBytes = sizeOf(header);
  if (sizeBytes === undefined) return undefined;
  return { type: String.fromCharCode(header[156] ?? 0), name: nameOf(header), sizeBytes };
};

const openReader = (stream: AsyncIterable<Buffer>, maxBytes: number) => {
  const source = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let left = maxBytes;
  const fill = async (): Promise<boolean> => {
    const { value, done } = await source.next();
    if (done === true) return false;
    rest = value;
    left -= value.length;
    return left >= 0;
  };
  /** Consumes bytes and returns the first `keep` of them; undefined if the stream ends or exceeds the limit. */
  const take = async (count: number, keep: number): Promise<Buffer | undefined> => {
    const retained: Buffer[] = [];
    let remaining = keep;
    for (let missing = count; missing > 0; ) {
      if (rest.length === 0 && !(await fill())) return undefined;
      const piece = rest.subarray(0, missing);
      rest = rest.subarray(piece.length);
      missing -= piece.length;
      if (remaining > 0) retained.push(piece.subarray(0, remaining));
      remaining -= Math.min(remaining, piece.length);
    }
    return Buffer.concat(retained);
  };
  return { take };
};

const padded = (sizeBytes: number): number => Math.ceil(sizeBytes / blockBytes) * blockBytes;

/** Stops early if the archive is broken or too large. */
async function* readTar(stream: AsyncIterable<Buffer>, { maxBytes, bytesToKeep }: TarLimits) {
  const { take } = openReader(stream, maxBytes);
  let longName: string | undefined;
  for (;;) {
    const header = await take(blockBytes, blockBytes);
    const entry = header === undefined ? undefined : parseHeader(header);
    if (entry === undefined) return;
    const isName = entry.type === 'L' || entry.type === 'x';
    if (isName && entry.sizeBytes > maxNameBytes) return;
    const name = longName ?? entry.name;
    const isFile = entry.type === '0' || entry.type === '\0';
    const retained = isName ? entry.sizeBytes : isFile ? Math.min(bytesToKeep(name), entry.sizeBytes) : 0;
    const head = await take(padded(entry.sizeBytes), retained);
    if (head === undefined) return;
    if (entry.type === 'L') longName = textAt(head, 0, head.length);
    else if (entry.type === 'x') longName = paxPath(head);
    else longName = undefined;
    if (isFile && retained > 0) yield { name, head } satisfies TarEntry;
  }
}

/** Yields nothing if the archive cannot be read. */
export async function* readTarGz(path: string, limits: TarLimits): AsyncGenerator<TarEntry> {
  const unpacked = pipeline(createReadStream(path), createGunzip(), () => {});
  try {
    yield* readTar(unpacked, limits);
  } catch {
    // A file that is truncated or not gzip has no more entries.
  } finally {
    unpacked.destroy();
  }
}
