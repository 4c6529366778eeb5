import { type FileHandle, open } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';

/* Reads one small file from a ZIP archive through the central directory, without reading the rest. */

const endBytes = 22;
const maxCommentBytes = 0xffff;
const maxDirectoryBytes = 32 * 1024 * 1024;
const maxEntryBytes = 1024 * 1024;

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
};

/** Undefined if the file is not an archive or its directory is too large. */
const findDirectory = async (file: FileHandle) => {
  const { size } = await file.stat();
  const length = Math.min(size, endBytes + maxCommentBytes);
  const tail = await readAt(file, size - length, length);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + endBytes > tail.length) return undefined;
  const [bytes, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  return bytes > maxDirectoryBytes || start + bytes > size ? undefined : { bytes, start };
};

interface Entry {
  method: number;
  packedBytes: number;
  headerAt: number;
}

const findEntry = (directory: Buffer, isWanted: (name: string) => boolean): Entry | undefined => {
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50; ) {
    const nameBytes = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + nameBytes);
    if (isWanted(name)) {
      return {
        method: directory.readUInt16LE(at + 10),
        packedBytes: directory.readUInt32LE(at + 20),
        headerAt: directory.readUInt32LE(at + 42),
      };
    }
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return undefined;
};

const readEntry = async (file: FileHandle, entry: Entry): Promise<string | undefined> => {
  if (entry.packedBytes > maxEntryBytes || (entry.method !== 0 && entry.method !== 8)) return undefined;
  const header = await readAt(file, entry.headerAt, 30);
  if (header.length < 30) return undefined;
  const start = entry.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = await readAt(file, start, entry.packedBytes);
  const bytes = entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: maxEntryBytes });
  return bytes.toString('utf8');
};

/** Undefined if no matching file can be read. */
export const readZipEntry = async (
  path: string,
  isWanted: (name: string) => boolean,
): Promise<string | undefined> => {
  const file = await open(path, 'r');
  try {
    const directory = await findDirectory(file);
    if (directory === undefined) return undefined;
    const entry = findEntry(await readAt(file, directory.start, directory.bytes), isWanted);
    return entry === undefined ? undefined : await readEntry(file, entry);
  } catch {
    // A broken archive counts as one without the file.
    return undefined;
  } finally {
    await file.close();
  }
};
