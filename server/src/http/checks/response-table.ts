import type { SlotRef } from '../../domain/catalog/slots.ts';
import { createDatedCopier, maxCopiedBytes } from '../../node/dated-copy.ts';
import type { FastPathResponse } from '../../node/fast-path-handler.ts';
import type { SerializedResponse } from '../../node/head.ts';
import { allocateOffHeap } from '../../node/off-heap.ts';
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
 * Answers that lie ready by host and path, outside of the heap. With a hundred thousand apps every object between a request
 * and its answer lies in memory that no cache holds, and there are some forty of them. Here a slot of a table says where the
 * answer lies, and there, in one run, are some numbers, the words that it is found by, and the answer. What is counted lies
 * by itself, so that it can outlive the answers.
 */

/** A slot: the hash of some words, and one more than the place of their answer; 0 where there is none. */
const slotWidth = 2;

/** The numbers that lie before the words, each of four bytes. */
const [rowAt, seatAt, stampAt, lengthAt] = [0, 1, 2, 3];
const keyAt = 4 * 4;
/** Two numbers in one: where the date is in the answer, and how long that is. */
const packed = 16;

/** A row: how often its answer was taken, and a note of whoever laid it down. */
const [countAt, noteAt] = [0, 1];
const rowWidth = 2;

/** Answers lie in pieces of so many bytes, none across two of them, and each begins where what a processor reads at once may. */
const pieceBits = 20;
const pieceBytes = 1 << pieceBits;
const inPiece = pieceBytes - 1;
const cacheLineBytes = 64;
/** Where there is so much nothing more is laid down: places are numbers of 31 bits. */
export const maxTableBytes = (1 << 30) - pieceBytes;

interface MemoryBlock {
  readonly bytes: Buffer;
  /** The same memory. */
  readonly numbers: Int32Array;
}

const allocateBlock = (): MemoryBlock => {
  const bytes = allocateOffHeap(pieceBytes);
  return { bytes, numbers: new Int32Array(bytes.buffer, bytes.byteOffset, pieceBytes / 4) };
};

/** The memory of a rack, which goes from one to the next. */
interface TableMemory {
  pieces: MemoryBlock[];
  /** Half of it or more stays empty. */
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

  /** The slot of these words, or the free one that would be theirs. */
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
    /** Where an answer lies; -1 where there is none. */
    find: (words: CacheKey): number => placeIn(seek(hashKey(words), words)),
    /** Lays an answer down, instead of one that has the same words, with a note of whoever does; undefined where that is too much. */
    put: (
      words: CacheKey,
      { bytes, dateAt }: Pick<SerializedResponse, 'bytes' | 'dateAt'>,
      { seat, stamp, note }: SlotRef & { note: number },
    ): number | undefined => {
      const isTooMuch = bytes.length > maxCopiedBytes || end >= maxTableBytes;
      if (isTooMuch || !isStorableKey(words)) return undefined;
      const hash = hashKey(words);
      const slot = seek(hash, words);
      const old = placeIn(slot);
      const row = old === -1 ? addRow() : numberIn(old, rowAt);
      const place = reserve(keyAt + keyLength(words) + bytes.length);
      const [piece, from] = [pieceAt(place), place & inPiece];
      piece.numbers.set([row, seat, stamp, (dateAt << packed) | bytes.length], from >> 2);
      writeCacheKey(words, piece.bytes, from + keyAt);
      piece.bytes.set(bytes, from + keyAt + keyLength(words));
      rows.set([0, note], row * rowWidth);
      table.set([hash, place + 1], slot * slotWidth);
      if (2 * count > last + 1) growTable();
      return place;
    },
    /** The answer that lies there, with the date of now; good until the next one is read. */
    read: (place: number): FastPathResponse => {
      const numbers = numberIn(place, lengthAt);
      const [length, dateAt] = [numbers & ((1 << packed) - 1), numbers >>> packed];
      const { bytes } = pieceAt(place);
      const words = (place & inPiece) + keyAt;
      return copy(bytes, { from: words + storedKeyLength(bytes, words), length, dateAt });
    },
    seatOf: (place: number): number => numberIn(place, seatAt),
    stampOf: (place: number): number => numberIn(place, stampAt),
    /** Where it is counted; the same as before, where an answer was laid down instead of another. */
    rowOf: (place: number): number => numberIn(place, rowAt),
    noteOf: (row: number): number => rows[row * rowWidth + noteAt] as number,
    /** Counts that it is taken; returns how often it was since its count was taken. */
    count: (row: number): number => {
      const times = (rows[row * rowWidth + countAt] as number) + 1;
      rows[row * rowWidth + countAt] = times;
      return times;
    },
    takeCount: (row: number): number => {
      const times = rows[row * rowWidth + countAt] as number;
      rows[row * rowWidth + countAt] = 0;
      return times;
    },
    bytes: (): number => end,
    /**
     * Forgets the answers and gives their memory away, up to so many bytes: what was counted is still there, and nothing else
     * is asked for any more.
     */
    clear: (room: number): TableMemory => {
      const kept = pieces.slice(0, Math.ceil(room / pieceBytes) + 1);
      const isSmaller = kept.length < pieces.length;
      pieces = [];
      return { pieces: kept, table: isSmaller ? makeTable() : table.fill(0) };
    },
  };
};
export type ResponseTable = ReturnType<typeof createResponseTable>;
