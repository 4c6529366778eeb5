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
    while ((ends.at(-1)?.index ?? scan.position) < scan.position) ends.pop();
    const end = ends.at(-1)?.index;
    if (end === undefined) scan.parts.push(run);
    else {
      const code = text.slice(scan.position, end).replaceAll('\n', ' ');
      scan.parts.push({ tag: 'code', inner: [withoutMargin(code)] });
      scan.position = end + run.length;
    }
    return true;
  };
};

/** Punctuation without a meaning here. */
const readSign: SpanReader = (scan) => {
  scan.parts.push(scan.text.charAt(scan.position));
  scan.position += 1;
  return true;
};

export const parseInline = (text: string, linkTargets: ReadonlyMap<string, string>): readonly Inline[] => {
  const scan: Scanner = {
    text,
    position: 0,
    parts: [],
    openers: { '[': [], '*': [], _: [], '~': [] },
    linkTargets,
  };
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
  while (scan.position < text.length) readers.some((read) => read(scan));
  return scan.parts;
};
