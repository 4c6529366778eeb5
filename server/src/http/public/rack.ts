import type { Seated } from '../../domain/catalog/seats.ts';
import { createDatedCopy, longestCopy } from '../../node/dated-copy.ts';
import type { Ready } from '../../node/doorkeeper.ts';
import type { Sealed } from '../../node/head.ts';
import { hashOf, isFit, isWritten, lengthOf, type Words, writeWords } from './words.ts';

/*
 * Answers that lie ready by host and path, outside of the heap. With a hundred thousand apps every object between a request
 * and its answer lies in memory that no cache holds, and there are some forty of them. Here it is a place in a table, a row of
 * numbers, and the words that the answer is found by with the answer behind them.
 */

/** The numbers of a row: half of what a processor reads from memory at once. */
const [hashAt, wordsAt, answerAt, lengthAt, seatAt, stampAt, countAt, noteAt] = [0, 1, 2, 3, 4, 5, 6, 7];
const width = 8;
/** Two numbers in one: where the date is in the answer, and how long that is. */
const packed = 16;

/** Words and answers lie in pieces of so many bytes, none across two of them. */
const pieceBits = 20;
const pieceBytes = 1 << pieceBits;
const inPiece = pieceBytes - 1;
/** More than that is not laid down: places are numbers of 31 bits. */
export const mostBytes = 1 << 30;

export const createRack = () => {
  /** Rows by the hash of their words, each as one more than its number. Half of it or more stays empty. */
  let table = new Int32Array(512);
  let rows = new Int32Array(256 * width);
  let pieces: Buffer[] = [];
  let count = 0;
  let end = 0;
  const copy = createDatedCopy();

  const numberIn = (row: number, at: number): number => rows[row * width + at] as number;
  const pieceAt = (place: number): Buffer => pieces[place >> pieceBits] as Buffer;

  /** Where in the table the row of these words is, or the free place where it would be. */
  const seek = (hash: number, words: Words): number => {
    const last = table.length - 1;
    for (let at = hash & last; ; at = (at + 1) & last) {
      const row = (table[at] as number) - 1;
      if (row === -1) return at;
      if (numberIn(row, hashAt) !== hash) continue;
      const place = numberIn(row, wordsAt);
      if (isWritten(words, pieceAt(place), place & inPiece)) return at;
    }
  };

  const growTable = (): void => {
    const last = 2 * table.length - 1;
    table = new Int32Array(last + 1);
    for (let row = 0; row < count; row++) {
      let at = numberIn(row, hashAt) & last;
      while (table[at] !== 0) at = (at + 1) & last;
      table[at] = row + 1;
    }
  };

  const addRow = (at: number, hash: number): number => {
    const row = count++;
    table[at] = row + 1;
    if (count * width > rows.length) {
      const wider = new Int32Array(2 * rows.length);
      wider.set(rows);
      rows = wider;
    }
    rows[row * width + hashAt] = hash;
    if (2 * count > table.length) growTable();
    return row;
  };

  const reserve = (length: number): number => {
    const left = pieceBytes - (end & inPiece);
    const place = length <= left ? end : end + left;
    end = place + length;
    pieces[place >> pieceBits] ??= Buffer.allocUnsafeSlow(pieceBytes);
    return place;
  };

  return {
    /** The row of an answer; -1 where there is none. */
    find: (words: Words): number => (table[seek(hashOf(words), words)] as number) - 1,
    /** Lays an answer down, instead of one that has the same words, with a note of whoever does; undefined where it is too long. */
    put: (
      words: Words,
      { bytes, dateAt }: Pick<Sealed, 'bytes' | 'dateAt'>,
      { seat, stamp, note }: Seated & { note: number },
    ): number | undefined => {
      if (!isFit(words) || bytes.length > longestCopy) return undefined;
      const hash = hashOf(words);
      const at = seek(hash, words);
      const row = table[at] === 0 ? addRow(at, hash) : (table[at] as number) - 1;
      const place = reserve(lengthOf(words) + bytes.length);
      const answer = place + lengthOf(words);
      writeWords(words, pieceAt(place), place & inPiece);
      pieceAt(place).set(bytes, answer & inPiece);
      rows.set([hash, place, answer, (dateAt << packed) | bytes.length, seat, stamp, 0, note], row * width);
      return row;
    },
    /** The answer of a row, with the date of now; good until the next one is read. */
    read: (row: number): Ready => {
      const place = numberIn(row, answerAt);
      const numbers = numberIn(row, lengthAt);
      const [length, dateAt] = [numbers & ((1 << packed) - 1), numbers >>> packed];
      return copy(pieceAt(place), { from: place & inPiece, length, dateAt });
    },
    seatOf: (row: number): number => numberIn(row, seatAt),
    stampOf: (row: number): number => numberIn(row, stampAt),
    noteOf: (row: number): number => numberIn(row, noteAt),
    /** Counts that it is taken; returns how often it was since its count was taken. */
    count: (row: number): number => {
      const times = numberIn(row, countAt) + 1;
      rows[row * width + countAt] = times;
      return times;
    },
    takeCount: (row: number): number => {
      const times = numberIn(row, countAt);
      rows[row * width + countAt] = 0;
      return times;
    },
    bytes: (): number => end,
    /** Forgets the answers: what was counted is still there, and nothing else is asked for any more. */
    clear: (): void => {
      pieces = [];
    },
  };
};
export type Rack = ReturnType<typeof createRack>;
