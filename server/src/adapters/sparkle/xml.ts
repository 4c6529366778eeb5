/*
 * The XML of appcasts, written so that nothing in a text can end it. What XML 1.0 has no way to write, escaped or not,
 * becomes U+FFFD: one such character would cost every client the whole document.
 */

/** Control characters and two that are none; half a pair is none either, which `toWellFormed` sees to. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Markup as what it is read as; line breaks in attributes, and carriage returns, are kept by their numbers alone. */
const escapeWith = (text: string, special: RegExp): string =>
  text
    .toWellFormed()
    .replaceAll(forbidden, '\ufffd')
    .replaceAll(special, (character) => entities[character] ?? `&#${character.charCodeAt(0)};`);

/** A text between tags. */
export const xmlText = (text: string): string => escapeWith(text, /[&<>\r]/g);

/** An element; an attribute that is undefined is left out. What it holds is XML already. */
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

/** Elements on lines of their own, set in below what holds them. */
export const indentElements = (elements: readonly string[], depth: number): string => {
  const indent = '  '.repeat(depth);
  return `\n${elements.map((element) => `${indent}${element}\n`).join('')}${indent.slice(2)}`;
};
