/* Which addresses a note may lead to. Pure. */

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  colon: ':',
  Tab: '\t',
  NewLine: '\n',
};

const fromCode = (code: number): string => {
  const isText = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isText ? String.fromCodePoint(code) : '\ufffd';
};

/** What stands between `&` and `;`, as a character; undefined where it means none. */
const characterOf = (reference: string): string | undefined => {
  if (!reference.startsWith('#')) return named[reference];
  const isHex = /^#x/i.test(reference);
  return fromCode(Number.parseInt(reference.slice(isHex ? 2 : 1), isHex ? 16 : 10));
};

/** A text with its character references replaced; what it becomes is shown as text, never read as markup. */
export const decodeEntities = (text: string): string =>
  text.replace(
    /&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi,
    (whole, reference) => characterOf(reference) ?? whole,
  );

/** An address that a note may lead to, or undefined: only the web and mail, never a script, a file or our own pages by a path. */
export const parseLinkUrl = (raw: string): string | undefined => {
  const text = decodeEntities(raw).trim();
  if (!/^(?:https?:\/\/|mailto:)[^\s]+$/i.test(text)) return undefined;
  try {
    const { href, protocol } = new URL(text);
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
};
