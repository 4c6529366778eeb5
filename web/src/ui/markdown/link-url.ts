/* URLs that release notes may link to. Pure. */

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

/** Decodes the text between `&` and `;`; undefined if unknown. */
const characterOf = (reference: string): string | undefined => {
  if (!reference.startsWith('#')) return named[reference];
  const isHex = /^#x/i.test(reference);
  return fromCode(Number.parseInt(reference.slice(isHex ? 2 : 1), isHex ? 16 : 10));
};

/** Decodes character references. The result is shown as text and never parsed as markup. */
export const decodeEntities = (text: string): string =>
  text.replace(
    /&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi,
    (whole, reference) => characterOf(reference) ?? whole,
  );

/** Allows only web and mail URLs: never scripts, files or paths on this server. Undefined if rejected. */
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
