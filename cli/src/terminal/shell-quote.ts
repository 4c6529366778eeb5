/** A word as a POSIX shell reads it back: bare where that is safe, else in single quotes. */
export const quoteForShell = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
