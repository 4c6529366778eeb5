/*
 * Claim patterns, in which `*` matches any characters. Matching is anchored and takes one pass without regular
 * expressions, so that no pattern or token makes it slow.
 */

/** The maximum per pattern. */
export const maxWildcards = 4;

export const countWildcards = (pattern: string): number => pattern.split('*').length - 1;

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
 * For refs, `*` does not match `/`. GitHub reads tag and branch protection patterns that way, and `v*` must not admit
 * the unprotected tag `v1/mine`.
 */
export const matchesRef = (pattern: string, ref: string): boolean => {
  const [patternParts, parts] = [pattern.split('/'), ref.split('/')];
  return (
    patternParts.length === parts.length &&
    patternParts.every((part, i) => matchesPattern(part, parts[i] ?? ''))
  );
};
