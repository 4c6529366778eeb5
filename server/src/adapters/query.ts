/*
 * Query parameters that updaters append to a document's URL. Some lowercase the names when they retry, so names compare
 * case-insensitively. Unreadable values count as missing. Names are not decoded and the first one wins, because nginx
 * builds its cache keys the same way.
 */

const longestValue = 128;

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const shapes = {
  localVersion: /(?:^|&)localVersion=([^&]*)/i,
  id: /(?:^|&)id=([^&]*)/i,
  rid: /(?:^|&)rid=([^&]*)/i,
  os: /(?:^|&)os=([^&]*)/i,
  arch: /(?:^|&)arch=([^&]*)/i,
} as const;
type Parameter = keyof typeof shapes;

export const knownQueryParameters = Object.keys(shapes);

/** The first value of a parameter, unless it is missing or too long. */
export const queryValue = (query: string, name: Parameter): string | undefined => {
  const value = decode(shapes[name].exec(query)?.[1] ?? '');
  return value === undefined || value === '' || value.length > longestValue ? undefined : value;
};
