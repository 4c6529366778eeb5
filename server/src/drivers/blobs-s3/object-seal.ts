import { createCipheriv, randomBytes } from 'node:crypto';
import type { ByteRange } from '../../domain/ports/stored-bytes.ts';

/*
 * The seal of a stored object: its ETag and, if its bytes were read here before they were stored, an authentication tag
 * per block. The ETag detects a replaced object; the tags detect bytes changed by the store or on the way back. The tag
 * is GMAC under a per-artifact key that only the database has: it costs a third of SHA-256, and a bad block is found
 * when it ends, not at the end of the download. Partial blocks of a range cannot be checked without reading more.
 */

const keyBytes = 16;
const tagBytes = 8;
const mebibyte = 1024 * 1024;
const usualBlockBytes = 4 * mebibyte;
const maxBlocks = 256;

export interface BlockTags {
  key: Buffer;
  /** The concatenated tags of the blocks. */
  tags: Buffer;
}

export interface ObjectSeal {
  etag: string;
  codes: BlockTags | undefined;
}

const blockBytesOf = (sizeBytes: number): number =>
  Math.max(usualBlockBytes, Math.ceil(sizeBytes / maxBlocks / mebibyte) * mebibyte);

export const renderSeal = ({ etag, codes }: ObjectSeal): string =>
  codes === undefined ? etag : `${etag} ${Buffer.concat([codes.key, codes.tags]).toString('base64url')}`;

export const parseSeal = (text: string): ObjectSeal => {
  const [, etag, coded] = /^("[^"]*"|[^ ]+) ([\w-]+)$/.exec(text) ?? [];
  if (etag === undefined || coded === undefined) return { etag: text, codes: undefined };
  const bytes = Buffer.from(coded, 'base64url');
  return { etag, codes: { key: bytes.subarray(0, keyBytes), tags: bytes.subarray(keyBytes) } };
};

/** Calls back with the tag of each block seen completely. */
const createTagger = (
  { key, sizeBytes }: { key: Buffer; sizeBytes: number },
  start: number,
  onBlock: (index: number, tag: Buffer) => void,
) => {
  const blockBytes = blockBytesOf(sizeBytes);
  let position = start;
  let block = start % blockBytes === 0 ? begin(key, start / blockBytes) : undefined;

  return (piece: Uint8Array): void => {
    for (let from = 0; from < piece.length; ) {
      const end = Math.min((Math.floor(position / blockBytes) + 1) * blockBytes, sizeBytes);
      const part = piece.subarray(from, from + end - position);
      block?.setAAD(part);
      from += part.length;
      position += part.length;
      if (position < end) return;
      if (block !== undefined) onBlock(Math.ceil(end / blockBytes) - 1, finish(block));
      block = position < sizeBytes ? begin(key, position / blockBytes) : undefined;
    }
  };
};

const begin = (key: Buffer, index: number) => {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return createCipheriv('aes-128-gcm', key, nonce);
};

const finish = (block: ReturnType<typeof begin>): Buffer => {
  block.final();
  return block.getAuthTag().subarray(0, tagBytes);
};

/** Computes the tags of an object whose bytes are added in order, under a new key. */
export const createBlockTagWriter = (sizeBytes: number) => {
  const key = randomBytes(keyBytes);
  const tags: Buffer[] = [];
  const add = createTagger({ key, sizeBytes }, 0, (_, tag) => tags.push(Buffer.from(tag)));
  return { add, codes: (): BlockTags => ({ key, tags: Buffer.concat(tags) }) };
};

/** Checks, for the chunks of a range in order, that every completed block has its tag. */
export const createBlockTagChecker = ({ key, tags }: BlockTags, sizeBytes: number, { start }: ByteRange) => {
  let right = true;
  const add = createTagger({ key, sizeBytes }, start, (index, tag) => {
    right &&= tag.equals(tags.subarray(index * tagBytes, (index + 1) * tagBytes));
  });
  return (piece: Uint8Array): boolean => {
    add(piece);
    return right;
  };
};
