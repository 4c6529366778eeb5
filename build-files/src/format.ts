import { baseName, extensionOf } from './path.ts';

const doubled = [
  '.app.tar.gz',
  '.AppImage.tar.gz',
  '.tar.gz',
  '.tar.xz',
  '.tar.bz2',
  '.tar.zst',
  '.msi.zip',
  '.nsis.zip',
];

/** An artifact's format by its file's name: the ending, the whole of it where two belong together. */
export const formatOf = (path: string): string => {
  const name = baseName(path);
  const known = doubled.find((ending) => name.toLowerCase().endsWith(ending.toLowerCase()));
  const ending = extensionOf(name);
  return known ?? (ending === '' || ending === '.' ? '.bin' : ending);
};
