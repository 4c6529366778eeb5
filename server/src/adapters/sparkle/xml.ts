/*
 * XML output that is safe against injection. Characters that XML 1.0 cannot represent become U+FFFD, since a single one
 * would make the whole document unreadable.
 */

/** Control characters and two noncharacters; `toWellFormed` handles lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Line breaks in attributes, and carriage returns, survive only as character references. */
const escapeWith = (text: string, special: RegExp): string =>
  text
    .toWellFormed()
    .replaceAll(forbidden, '\ufffd')
    .replaceAll(special, (character) => entities[character] ?? `&#${character.charCodeAt(0)};`);

export const xmlText = (text: string): string => escapeWith(text, /[&<>\r]/g);

/** Omits undefined attributes. The content must already be XML. */
export const xmlElement = (
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content = '',
): string => {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === undefined ? '' : ` ${attribute}="${escapeWith(String(value), /[&<>"\t\n\r]/g)}"`,
  );
  const start = `<${name}${written.join('')}`;
  return content === '' ? `${start} />` : `${start}>${content}</${name}>`;
};

export const indentElements = (elements: readonly string[], depth: number): string => {
  const indent = '  '.repeat(depth);
  return `\n${elements.map((element) => `${indent}${element}\n`).join('')}${indent.slice(2)}`;
};
