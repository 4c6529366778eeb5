/*
 * The queries that updaters hang onto the address of a document. Some write the names in small letters when they try
 * again, so that these compare without case. What cannot be read was not sent. Names are taken as they are written and the
 * first counts, whatever else there is: so does nginx, which keeps answers by what it reads there.
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

/** All that is read of a query. */
export const knownQueryParameters = Object.keys(shapes);

/** The first value of a parameter, if it is there and of a sensible length. */
export const queryValue = (query: string, name: Parameter): string | undefined => {
  const value = decode(shapes[name].exec(query)?.[1] ?? '');
  return value === undefined || value === '' || value.length > longestValue ? undefined : value;
};
