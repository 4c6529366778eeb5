import { readEmphasis } from './emphasis.ts';
import { decodeEntities } from './link-url.ts';
import { readAngles, readBareUrl, readClosingBracket, readOpeningBracket } from './links.ts';
import { consume, type Inline, type Scanner, type SpanReader } from './scanner.ts';

/*
 * Parses inline markup: emphasis, code, links. A single pass from left to right: an opener waits on a stack until a
 * closer turns everything since into its content. The time is linear in the input.
 */

const readPlain: SpanReader = (scan) => {
  const [found] = consume(scan, /(?:(?!\b(?:https?:\/\/|www\.))[^\\`*_~![\]<])+/iy) ?? [];
  if (found !== undefined) scan.parts.push(decodeEntities(found));
  return found !== undefined;
};

/** A backslash escapes punctuation; before a newline it is a line break. */
const readEscape: SpanReader = (scan) => {
  const [, sign] = consume(scan, /\\([!-/:-@[-`{-~\n])/y) ?? [];
  if (sign !== undefined) scan.parts.push(sign === '\n' ? { tag: 'br', inner: [] } : sign);
  return sign !== undefined;
};

const withoutMargin = (code: string): string =>
  code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code;

/** Code ends at a backtick run of the same length. The runs are indexed once, to avoid quadratic scans. */
const createCodeReader = (text: string): SpanReader => {
  const runs = [...text.matchAll(/`+/g)].reverse();
  const places = Map.groupBy(runs, ([{ length }]) => length);
  return (scan) => {
    const [run] = consume(scan, /`+/y) ?? [];
    if (run === undefined) return false;
    const ends = places.get(run.length) ?? [];
    while ((ends.at(-1)?.index ?? scan.at) < scan.at) ends.pop();
    const end = ends.at(-1)?.index;
    if (end === undefined) scan.parts.push(run);
    else {
      const code = text.slice(scan.at, end).replaceAll('\n', ' ');
      scan.parts.push({ tag: 'code', inner: [withoutMargin(code)] });
      scan.at = end + run.length;
    }
    return true;
  };
};

/** Punctuation without a meaning here. */
const readSign: SpanReader = (scan) => {
  scan.parts.push(scan.text.charAt(scan.at));
  scan.at += 1;
  return true;
};

export const parseInline = (text: string, addresses: ReadonlyMap<string, string>): readonly Inline[] => {
  const scan: Scanner = { text, at: 0, parts: [], waiting: { '[': [], '*': [], _: [], '~': [] }, addresses };
  const readers = [
    readPlain,
    readEscape,
    createCodeReader(text),
    readAngles,
    readBareUrl,
    readEmphasis,
    readOpeningBracket,
    readClosingBracket,
    readSign,
  ];
  while (scan.at < text.length) readers.some((read) => read(scan));
  return scan.parts;
};
