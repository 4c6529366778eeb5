import { decodeEntities } from './address.ts';
import { readEmphasis } from './emphasis.ts';
import { readAngles, readBareUrl, readClosingBracket, readOpeningBracket } from './links.ts';
import { consume, type Inline, type Scanner, type SpanReader } from './scan.ts';

/*
 * What stands in a line: emphasis, code, links. One pass from left to right: what may open something waits until
 * something closes it, and what came since is its content. No place is looked at more than a few times.
 */

const readPlain: SpanReader = (scan) => {
  const [found] = consume(scan, /(?:(?!\b(?:https?:\/\/|www\.))[^\\`*_~![\]<])+/iy) ?? [];
  if (found !== undefined) scan.parts.push(decodeEntities(found));
  return found !== undefined;
};

/** A sign after a backslash is that sign; the end of a line after one is kept. */
const readEscape: SpanReader = (scan) => {
  const [, sign] = consume(scan, /\\([!-/:-@[-`{-~\n])/y) ?? [];
  if (sign !== undefined) scan.parts.push(sign === '\n' ? { tag: 'br', inner: [] } : sign);
  return sign !== undefined;
};

const withoutMargin = (code: string): string =>
  code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code;

/** Code ends at as many backticks as it began with: where each number of them stands is looked up once for a text. */
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

/** A sign that means nothing here. */
const readSign: SpanReader = (scan) => {
  scan.parts.push(scan.text.charAt(scan.at));
  scan.at += 1;
  return true;
};

/** A text of notes as what is in it. */
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
