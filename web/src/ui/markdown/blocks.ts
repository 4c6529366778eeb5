import type { Block, BlockContext, BlockMatch, BlockReader } from './block.ts';
import { fence, findEnd, heading, isBlank, quote, rule, startsBlock } from './line.ts';
import { normalizeLabel } from './links.ts';
import { readList } from './list.ts';
import { isTable, readTable } from './table.ts';

/*
 * Parses release notes: the common part of CommonMark, with GitHub's tables and task lists. Works line by line and
 * recurses at most `deepest` levels, so that the time is linear in the input, even for hostile notes. HTML is treated
 * as text.
 */

/** Deeper than any real notes, but safe for the call stack. */
const deepest = 40;

const readFence: BlockReader = (lines, at) => {
  const [opening, mark = ''] = fence.exec(lines[at] ?? '') ?? [];
  if (opening === undefined) return undefined;
  const indent = opening.length - mark.length;
  const isClosing = (line: string): boolean =>
    line.trim().length >= mark.length && line.trim() === (mark[0] ?? '').repeat(line.trim().length);
  const end = findEnd(lines, at + 1, (line) => !isClosing(line));
  const text = lines
    .slice(at + 1, end)
    .map((line) => (isBlank(line.slice(0, indent)) ? line.slice(indent) : line));
  return { block: { type: 'code', text: text.join('\n') }, next: end + 1 };
};

const readIndented: BlockReader = (lines, at) => {
  const end = findEnd(lines, at, (line) => isBlank(line.slice(0, 4)));
  const text = lines.slice(at, end).map((line) => line.slice(4));
  return end === at ? undefined : { block: { type: 'code', text: text.join('\n').trimEnd() }, next: end };
};

const readHeading: BlockReader = (lines, at) => {
  const [opening, marks = ''] = heading.exec(lines[at] ?? '') ?? [];
  if (opening === undefined) return undefined;
  const text = (lines[at] ?? '').slice(opening.length).trim();
  return {
    block: { type: 'heading', level: marks.length, text: text.replace(/(?:^| )#+$/, '') },
    next: at + 1,
  };
};

const readRule: BlockReader = (lines, at) =>
  rule.test(lines[at] ?? '') ? { block: { type: 'rule' }, next: at + 1 } : undefined;

const readQuote: BlockReader = (lines, at, { parseNested }) => {
  if (!quote.test(lines[at] ?? '')) return undefined;
  const next = findEnd(lines, at, (line) => quote.test(line) || !(isBlank(line) || startsBlock(line)));
  const { blocks } = parseNested(lines.slice(at, next).map((line) => line.replace(quote, '')));
  return { block: { type: 'quote', blocks }, next };
};

const definition = /^ {0,3}\[([^[\]]+)\]:\s*(\S+)(?: +["'(].*)?$/;

/** A link reference definition; its URL may be on the next line. */
const readDefinition: BlockReader = (lines, at, { defineLink }) => {
  const [first = '', second = ''] = lines.slice(at, at + 2);
  const isSplit = first.trimEnd().endsWith(']:');
  const [found, name = '', address = ''] = definition.exec(isSplit ? first + second : first) ?? [];
  if (found === undefined) return undefined;
  defineLink(name, address);
  return { block: undefined, next: at + (isSplit ? 2 : 1) };
};

/** Joins lines; two trailing spaces become a backslash line break. */
const joined = (lines: readonly string[]): string =>
  lines
    .map((line, at) => (line.endsWith('  ') && at < lines.length - 1 ? `${line.trim()}\\` : line.trim()))
    .join('\n');

const underline = /^ {0,3}(?:(=+)|-+) *$/;

const readParagraph = (lines: readonly string[], at: number): BlockMatch => {
  const next = findEnd(
    lines,
    at + 1,
    (line, index) => !(isBlank(line) || startsBlock(line) || underline.test(line) || isTable(lines, index)),
  );
  const text = joined(lines.slice(at, next));
  const [under, isFirst] = underline.exec(lines[next] ?? '') ?? [];
  if (under === undefined) return { block: { type: 'paragraph', text }, next };
  return { block: { type: 'heading', level: isFirst === undefined ? 2 : 1, text }, next: next + 1 };
};

const readers: readonly BlockReader[] = [
  readIndented,
  readFence,
  readHeading,
  readRule,
  readQuote,
  readList,
  readTable,
  readDefinition,
];

/** Tries each block parser; the fallback is a paragraph. */
const readOne = (lines: readonly string[], at: number, reading: BlockContext): BlockMatch => {
  for (const read of readers) {
    const found = read(lines, at, reading);
    if (found !== undefined) return found;
  }
  return readParagraph(lines, at);
};

const readFrom =
  (depth: number, define: BlockContext['defineLink']): BlockContext['parseNested'] =>
  (lines) => {
    if (depth > deepest) throw new RangeError('These notes are nested deeper than anybody reads.');
    const reading: BlockContext = { parseNested: readFrom(depth + 1, define), defineLink: define };
    const blocks: Block[] = [];
    let isLoose = false;
    for (let at = findEnd(lines, 0, isBlank); at < lines.length; at = findEnd(lines, at, isBlank)) {
      isLoose ||= blocks.length > 0 && isBlank(lines[at - 1] ?? '');
      const { block, next } = readOne(lines, at, reading);
      if (block !== undefined) blocks.push(block);
      at = next;
    }
    return { blocks, isLoose };
  };

/** Parses notes into blocks and link definitions; throws RangeError on deep nesting or a huge, sparse table. */
export const parseNotes = (notes: string): { blocks: readonly Block[]; addresses: Map<string, string> } => {
  const addresses = new Map<string, string>();
  const define: BlockContext['defineLink'] = (name, address) => {
    if (!addresses.has(normalizeLabel(name))) addresses.set(normalizeLabel(name), address);
  };
  const lines = notes
    .split(/\r?\n/)
    .map((line) => line.replace(/^[ \t]+/, (indent) => indent.replaceAll('\t', '    ')));
  return { blocks: readFrom(0, define)(lines).blocks, addresses };
};
