/*
 * Terminals execute escape sequences, and notes, names, and reasons are user input. Only the CLI's own colors pass;
 * others could hide text. Bidirectional control characters could disguise it.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const controls = /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const foreignEscape = /\u001b(?!\[(?:1|2|22|31|32|33|39)m)/g;

const mark = '\ufffd';

/** Removes characters that could move the cursor, change the title, or hide text. */
export const stripControlCharacters = (text: string): string =>
  text.replaceAll(controls, mark).replaceAll(foreignEscape, mark);

/** Also removes line breaks and colors, so that user input cannot imitate the CLI's output. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\n\t]+/g, ' ')
    .replaceAll(controls, mark)
    .replaceAll('\u001b', mark);

/** Escapes every character that a terminal would interpret. */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    controls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
