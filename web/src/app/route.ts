/* Which part of an address means what. Pure. */

/** What an address writes with percent signs; undefined where it is not written well. */
export const decodeSegment = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** What the parts of a path are that a pattern names, as `:app` in `/apps/:app`; undefined where it is another path. */
export const matchPath = (pattern: string, path: string): Record<string, string> | undefined => {
  const [names, parts] = [pattern.split('/'), path.split('/')];
  const params: Record<string, string> = {};
  const isSame = names.every((name, at) => {
    const part = decodeSegment(parts[at] ?? '');
    if (name.startsWith(':') && part) params[name.slice(1)] = part;
    return name.startsWith(':') ? part : name === part;
  });
  return isSame && names.length === parts.length ? params : undefined;
};
