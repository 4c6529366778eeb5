/** Longer than any URL or file name in use; limits the input of the regular expressions. */
const maxLocation = 8192;
const maxName = 255;

/** The file name in a feed entry, which may be a full URL; '' if there is none. */
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

/** Replaces characters that the server rejects with hyphens. */
export const toSafeFileName = (name: string): string =>
  name.replaceAll(/[^A-Za-z0-9._+~-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
