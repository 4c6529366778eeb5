/*
 * Patterns of claims: text in which `*` stands for any characters. They are anchored at both ends and walked through
 * once, part by part, so that no pattern and no token makes a match slow: there are no regular expressions.
 */

/** As many as one pattern may hold. */
export const maxWildcards = 4;

export const countWildcards = (pattern: string): number => pattern.split('*').length - 1;

/** Whether a text is of a pattern. */
export const matchesPattern = (pattern: string, text: string): boolean => {
  const [head = '', ...parts] = pattern.split('*');
  const tail = parts.pop();
  if (tail === undefined) return text === pattern;
  const end = text.length - tail.length;
  if (end < head.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
  let from = head.length;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
};

/**
 * The same for refs, where `*` does not stand for `/`: so GitHub reads the patterns that protect tags and branches, and
 * `v*` must not let in the tag `v1/mine`, which nothing protects.
 */
export const matchesRef = (pattern: string, ref: string): boolean => {
  const [wanted, parts] = [pattern.split('/'), ref.split('/')];
  return wanted.length === parts.length && wanted.every((part, i) => matchesPattern(part, parts[i] ?? ''));
};
