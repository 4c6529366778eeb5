/* Handles POSIX and Windows paths as text, because files may be on disk or dropped on a web page. */

const cutOf = (path: string): number => Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;

export const baseName = (path: string): string => path.slice(cutOf(path));

export const siblingPath = (path: string, name: string): string => path.slice(0, cutOf(path)) + name;

/** The extension with its dot; '' if the name has none or only a leading dot. */
export const extensionOf = (path: string): string => {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot);
};
