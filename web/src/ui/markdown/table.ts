import type { BlockReader } from './block.ts';
import { findEnd, isBlank, startsBlock } from './line.ts';

/* GitHub tables: a header row, a delimiter row with as many cells, and rows until an empty line. */

const dashes = /^ {0,3}\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/;

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

export const isTable = (lines: readonly string[], at: number): boolean => {
  const [first = '', second = ''] = lines.slice(at, at + 2);
  return first.includes('|') && dashes.test(second) && cellsOf(first).length === cellsOf(second).length;
};

export const readTable: BlockReader = (lines, at) => {
  if (!isTable(lines, at)) return undefined;
  const head = cellsOf(lines[at] ?? '');
  const next = findEnd(lines, at + 2, (line) => !isBlank(line) && !startsBlock(line));
  // Rows are padded to the header's width, so a small input could create a huge number of cells.
  if (head.length * (next - at) > lines.slice(at, next).join().length)
    throw new RangeError('This table has more cells than characters.');
  const rows = lines.slice(at + 2, next).map((line) => {
    const cells = cellsOf(line);
    return head.map((_, index) => cells[index] ?? '');
  });
  return { block: { type: 'table', head, rows }, next };
};
