/** Longer than any address that a server takes, and any name that a file has: expressions are spared the rest. */
const maxLocation = 8192;
const maxName = 255;

/** The bare name of a file that a feed names, by itself or as the end of an address; '' where there is none. */
export const fileNameFromUrl = (location: string): string => {
  if (location.length > maxLocation) return '';
  const path = location.replace(/[?#].*$/, '');
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const bare = decode(name).replace(/^.*[\\/]/, '');
  return bare.length > maxName ? '' : bare;
};

const decode = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** A name that the service takes: whatever else a file is called, a hyphen stands for. */
export const toSafeFileName = (name: string): string =>
  name.replaceAll(/[^A-Za-z0-9._+~-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
