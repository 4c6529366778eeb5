/* Paths as text, of either kind of system: what is recognised may lie on a disk or have been dropped on a page. */

const cutOf = (path: string): number => Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;

/** The last part of a path. */
export const baseName = (path: string): string => path.slice(cutOf(path));

/** The path of another file in the same folder. */
export const siblingPath = (path: string, name: string): string => path.slice(0, cutOf(path)) + name;

/** What follows the last dot of a file's name, with it; '' where there is none but at its beginning. */
export const extensionOf = (path: string): string => {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot);
};
