/*
 * The queries that updaters hang onto the address of a document. Some write the names in small letters when they try
 * again, so that these compare without case. What cannot be read was not sent.
 */

const longestQuery = 2048;
const longestValue = 128;

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** The first value of a parameter, if it is there and of a sensible length. */
export const queryValue = (query: string, name: string): string | undefined => {
  if (query === '' || query.length > longestQuery) return undefined;
  const wanted = `${name.toLowerCase()}=`;
  const pair = query.split('&').find((one) => one.toLowerCase().startsWith(wanted));
  const value = pair && decode(pair.slice(wanted.length));
  return value === undefined || value === '' || value.length > longestValue ? undefined : value;
};
