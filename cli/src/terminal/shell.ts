/** A word as a shell takes it: as it is where that is safe, else in single quotes. */
export const quoteForShell = (word: string): string =>
  /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
