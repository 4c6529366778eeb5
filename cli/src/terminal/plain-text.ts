/*
 * A terminal obeys escape sequences, and notes, names and reasons come from elsewhere: from whoever has a key of the app.
 * Of colours only those pass that we write ourselves; others could hide what follows. Marks that turn the direction of
 * writing around show a text as another than it is.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const controls = /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const foreignEscape = /\u001b(?!\[(?:1|2|22|31|32|33|39)m)/g;

const mark = '\ufffd';

/** The text without what could move a terminal's cursor, retitle it or hide what follows. */
export const stripControlCharacters = (text: string): string =>
  text.replaceAll(controls, mark).replaceAll(foreignEscape, mark);

/** The same as one line without colours: what others wrote must not look like a line of ours. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\n\t]+/g, ' ')
    .replaceAll(controls, mark)
    .replaceAll('\u001b', mark);

/** JSON on one line, in which no character is left that a terminal obeys. */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    controls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
