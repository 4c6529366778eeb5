const mostWords = 20;

/** A quoted command or value is one word: readers take it in as a unit. */
const wordsOf = (sentence: string): string[] =>
  sentence
    .replaceAll(/`[^`]*`/g, 'code')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

/** The sentences of a text with more than 20 words. A middle dot separates hints; an empty line ends a paragraph. */
export const findLongSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+(?=[^a-z])|\n\s*\n|\n- | · /)
    .filter((sentence) => wordsOf(sentence).length > mostWords);
