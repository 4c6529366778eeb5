import { decodeEntities } from './link-url.ts';
import { consume, type Inline, popSince, pushOpener, type Scanner, type SpanReader } from './scanner.ts';

/* Links and images, inline or by reference, and bare URLs. */

/** Makes link labels case-insensitive and collapses whitespace. */
export const normalizeLabel = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

const unescaped = (text: string): string => text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');

const written =
  /\(\s*(?:(?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))+))(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*)?\)/y;

/** The longest label in CommonMark. */
const longestName = 999;

/** The URL for a bracketed text: inline, by reference, or by its own label. Consumes nothing if there is none. */
const addressAfter = (scan: Scanner, label: string): string | undefined => {
  const { position } = scan;
  const [isWritten, inAngles, bare = ''] = consume(scan, written) ?? [];
  if (isWritten !== undefined) return unescaped(inAngles ?? bare);
  const [, name] = consume(scan, /\[([^[\]]*)\]/y) ?? [];
  const linkLabel = name || label;
  const address =
    linkLabel.length > longestName ? undefined : scan.linkTargets.get(normalizeLabel(linkLabel));
  if (address === undefined) scan.position = position;
  return address;
};

/** A nested link becomes its text. */
const unlinked = (parts: readonly Inline[]): Inline[] =>
  parts.flatMap((part) => (typeof part !== 'string' && part.tag === 'a' ? part.inner : [part]));

const wordsOfPicture = (label: string, address: string): Inline =>
  label.trim() === '' ? address : `${decodeEntities(label).trim()} (picture)`;

export const readOpeningBracket: SpanReader = (scan) => {
  const [mark] = consume(scan, /!?\[/y) ?? [];
  if (mark !== undefined) pushOpener(scan, mark);
  return mark !== undefined;
};

export const readClosingBracket: SpanReader = (scan) => {
  if (consume(scan, /\]/y) === undefined) return false;
  const opener = scan.openers['['].pop();
  const label = scan.text.slice(opener?.end ?? 0, scan.position - 1);
  const address = opener && addressAfter(scan, label);
  if (opener === undefined || address === undefined) {
    scan.parts.push(']');
    return true;
  }
  const inner = unlinked(popSince(scan, opener));
  const isPicture = opener.mark !== '[';
  // A link cannot contain another link, so enclosing brackets are text.
  if (!isPicture) scan.openers['['].length = 0;
  scan.parts[opener.part] = {
    tag: 'a',
    address,
    inner: isPicture ? [wordsOfPicture(label, address)] : inner,
  };
  return true;
};

/** An autolink or HTML in angle brackets. */
export const readAngles: SpanReader = (scan) => {
  const [, address, mail] =
    consume(scan, /<(?:((?:https?:\/\/|mailto:)[^\s<>]*)|([^\s<>@]+@[^\s<>@]+))>/iy) ?? [];
  const linkText = address ?? mail;
  if (linkText !== undefined)
    scan.parts.push({ tag: 'a', address: address ?? `mailto:${mail}`, inner: [linkText] });
  else {
    const [html] = consume(scan, /<[!/?]?[a-z-][^<>]*>/iy) ?? [];
    if (html === undefined) return false;
    scan.parts.push(html);
  }
  return true;
};

/** The length of a bare URL without trailing punctuation and unmatched closing parentheses. */
const lengthOf = (text: string): number => {
  let surplus = text.split(')').length - text.split('(').length;
  let { length } = text;
  for (; length > 0; length -= 1) {
    const last = text.charAt(length - 1);
    if (last === ')' && surplus > 0) surplus -= 1;
    else if (!'?!.,:;*_~\'"'.includes(last)) break;
  }
  return length;
};

export const readBareUrl: SpanReader = (scan) => {
  const { position } = scan;
  const [found = ''] = consume(scan, /(?:https?:\/\/|www\.)[^\s<[\]]+/iy) ?? [];
  if (found === '') return false;
  const linkText = found.slice(0, lengthOf(found));
  scan.position = position + linkText.length;
  scan.parts.push({
    tag: 'a',
    address: /^www/i.test(linkText) ? `http://${linkText}` : linkText,
    inner: [linkText],
  });
  return linkText !== '';
};
