/* Path matching. Pure. */

/** Percent-decodes a path segment; undefined if it is malformed. */
export const decodeSegment = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** The parameters of a path, such as `:app` in `/apps/:app`; undefined if it does not match. */
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
