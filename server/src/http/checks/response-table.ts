import type { SlotRef } from '../../domain/catalog/slots.ts';
import { createDatedCopier, maxCopiedBytes } from '../../node/dated-copier.ts';
import type { FastPathResponse } from '../../node/fast-path-handler.ts';
import { allocateOffHeap } from '../../node/off-heap.ts';
import type { SerializedResponse } from '../../node/response-head.ts';
import {
  type CacheKey,
  hashKey,
  isStorableKey,
  keyLength,
  matchesStoredKey,
  storedKeyLength,
  writeCacheKey,
} from './cache-key.ts';

/*
 * An off-heap hash table of responses by host and path. With a hundred thousand apps, the forty or so heap objects
 * between a request and its response all miss the CPU cache. Here a slot points to one run of bytes with some numbers,
 * the key and the response. Counters are separate, so that they can outlive the responses.
 */

/** A slot has the key's hash and the response's position plus one; 0 if it is empty. */
const slotWidth = 2;

/** Header fields before the key, four bytes each. */
const [rowAt, slotAt, generationAt, lengthAt] = [0, 1, 2, 3];
const keyAt = 4 * 4;
/** Packs the date's offset and the response's length into one number. */
const packed = 16;

/** A row counts the uses of a response and stores the note of its writer. */
const [countAt, noteAt] = [0, 1];
const rowWidth = 2;

/** Responses live in blocks of this size, never across two, and start on a cache line. */
const pieceBits = 20;
const pieceBytes = 1 << pieceBits;
const inPiece = pieceBytes - 1;
const cacheLineBytes = 64;
/** Positions are 31-bit numbers, which limits the table. */
export const maxTableBytes = (1 << 30) - pieceBytes;

interface MemoryBlock {
  readonly bytes: Buffer;
  /** A view of the same memory. */
  readonly numbers: Int32Array;
}

const allocateBlock = (): MemoryBlock => {
  const bytes = allocateOffHeap(pieceBytes);
  return { bytes, numbers: new Int32Array(bytes.buffer, bytes.byteOffset, pieceBytes / 4) };
};

/** Memory that one table hands on to the next. */
interface TableMemory {
  pieces: MemoryBlock[];
  /** At least half of the slots stay empty. */
  table: Int32Array;
}

const makeTable = (): Int32Array => new Int32Array(512 * slotWidth);

export const createResponseTable = (memory: TableMemory = { pieces: [], table: makeTable() }) => {
  let { pieces, table } = memory;
  let last = table.length / slotWidth - 1;
  let rows = new Int32Array(256 * rowWidth);
  let count = 0;
  let end = 0;
  const copy = createDatedCopier();

  const pieceAt = (place: number): MemoryBlock => pieces[place >> pieceBits] as MemoryBlock;
  const numberIn = (place: number, at: number): number =>
    pieceAt(place).numbers[((place & inPiece) >> 2) + at] as number;
  const placeIn = (slot: number): number => (table[slot * slotWidth + 1] as number) - 1;

  /** The slot of the key, or the free slot to insert it. */
  const seek = (hash: number, words: CacheKey): number => {
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const place = placeIn(slot);
      if (place === -1) return slot;
      if (table[slot * slotWidth] !== hash) continue;
      if (matchesStoredKey(words, pieceAt(place).bytes, (place & inPiece) + keyAt)) return slot;
    }
  };

  const growTable = (): void => {
    const old = table;
    table = new Int32Array(2 * old.length);
    last = 2 * last + 1;
    for (let at = 0; at < old.length; at += slotWidth) {
      if (old[at + 1] === 0) continue;
      let slot = (old[at] as number) & last;
      while (placeIn(slot) !== -1) slot = (slot + 1) & last;
      table[slot * slotWidth] = old[at] as number;
      table[slot * slotWidth + 1] = old[at + 1] as number;
    }
  };

  const addRow = (): number => {
    if ((count + 1) * rowWidth > rows.length) {
      const wider = new Int32Array(2 * rows.length);
      wider.set(rows);
      rows = wider;
    }
    return count++;
  };

  const reserve = (length: number): number => {
    const begin = (end + cacheLineBytes - 1) & -cacheLineBytes;
    const left = pieceBytes - (begin & inPiece);
    const place = length <= left ? begin : begin + left;
    end = place + length;
    pieces[place >> pieceBits] ??= allocateBlock();
    return place;
  };

  return {
    /** -1 if the key is missing. */
    find: (words: CacheKey): number => placeIn(seek(hashKey(words), words)),
    /** Replaces a response with the same key; undefined if the table is full. */
    put: (
      words: CacheKey,
      { bytes, dateAt }: Pick<SerializedResponse, 'bytes' | 'dateAt'>,
      { slot: siteSlot, generation, note }: SlotRef & { note: number },
    ): number | undefined => {
      const isTooMuch = bytes.length > maxCopiedBytes || end >= maxTableBytes;
      if (isTooMuch || !isStorableKey(words)) return undefined;
      const hash = hashKey(words);
      const slot = seek(hash, words);
      const old = placeIn(slot);
      const row = old === -1 ? addRow() : numberIn(old, rowAt);
      const place = reserve(keyAt + keyLength(words) + bytes.length);
      const [piece, from] = [pieceAt(place), place & inPiece];
      piece.numbers.set([row, siteSlot, generation, (dateAt << packed) | bytes.length], from >> 2);
      writeCacheKey(words, piece.bytes, from + keyAt);
      piece.bytes.set(bytes, from + keyAt + keyLength(words));
      rows.set([0, note], row * rowWidth);
      table.set([hash, place + 1], slot * slotWidth);
      if (2 * count > last + 1) growTable();
      return place;
    },
    /** The response with the current date; valid until the next read. */
    read: (place: number): FastPathResponse => {
      const numbers = numberIn(place, lengthAt);
      const [length, dateAt] = [numbers & ((1 << packed) - 1), numbers >>> packed];
      const { bytes } = pieceAt(place);
      const words = (place & inPiece) + keyAt;
      return copy(bytes, { from: words + storedKeyLength(bytes, words), length, dateAt });
    },
    siteSlotOf: (place: number): number => numberIn(place, slotAt),
    slotGenerationOf: (place: number): number => numberIn(place, generationAt),
    /** The row of its counter; a replaced response keeps its row. */
    counterRowOf: (place: number): number => numberIn(place, rowAt),
    labelOf: (row: number): number => rows[row * rowWidth + noteAt] as number,
    /** Returns the uses since the count was last taken. */
    count: (row: number): number => {
      const times = (rows[row * rowWidth + countAt] as number) + 1;
      rows[row * rowWidth + countAt] = times;
      return times;
    },
    drainCount: (row: number): number => {
      const times = rows[row * rowWidth + countAt] as number;
      rows[row * rowWidth + countAt] = 0;
      return times;
    },
    bytes: (): number => end,
    /** Drops the responses and returns their memory, up to this size. Only the counters may be used afterwards. */
    clear: (maxBytes: number): TableMemory => {
      const reused = pieces.slice(0, Math.ceil(maxBytes / pieceBytes) + 1);
      const isSmaller = reused.length < pieces.length;
      pieces = [];
      return { pieces: reused, table: isSmaller ? makeTable() : table.fill(0) };
    },
  };
};
export type ResponseTable = ReturnType<typeof createResponseTable>;
