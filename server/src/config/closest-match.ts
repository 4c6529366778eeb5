/** The edit distance (Levenshtein). */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries())
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
};

const maxComparedLength = 64;

/** The known word that a misspelled one probably means; undefined if none is close. */
export const findClosestMatch = (word: string, candidates: readonly string[]): string | undefined => {
  if (word.length > maxComparedLength) return undefined;
  const limit = Math.max(1, Math.floor(word.length / 3));
  const ranked = candidates
    .map((name) => ({ name, letters: distance(word, name) }))
    .sort((a, b) => a.letters - b.letters);
  const [best] = ranked;
  return best !== undefined && best.letters <= limit ? best.name : undefined;
};
