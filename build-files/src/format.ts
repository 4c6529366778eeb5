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

/** The artifact format of a file name: its extension, including double ones such as `.tar.gz`. */
export const formatOf = (path: string): string => {
  const name = baseName(path);
  const doubleEnding = doubled.find((ending) => name.toLowerCase().endsWith(ending.toLowerCase()));
  const ending = extensionOf(name);
  return doubleEnding ?? (ending === '' || ending === '.' ? '.bin' : ending);
};
