/* Dropped or chosen files and folders, as paths. */

/** A file and its path within the drop. */
export interface DroppedFile {
  path: string;
  file: File;
}

const maxDepth = 8;
const maxFiles = 2_000;
const passedOver = new Set(['node_modules', '.git', 'deps', 'incremental', '.fingerprint']);

/** Skips dependencies, build intermediates and unpacked bundles. */
export const shouldEnterFolder = (name: string): boolean =>
  !passedOver.has(name) && !/\.(?:app|AppDir)$|-unpacked$/.test(name);

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** Reads all entries, because readEntries returns them in batches; stops at the limit. */
const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    all.push(...some);
    if (some.length === 0 || all.length > maxFiles) return all;
  }
};

const collectFiles = async (entry: FileSystemEntry, into: DroppedFile[], depth: number): Promise<void> => {
  if (into.length >= maxFiles) return;
  if (entry.isFile) {
    const path = entry.fullPath.replace(/^\//, '');
    into.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
  } else if (entry.isDirectory && depth <= maxDepth && shouldEnterFolder(entry.name))
    for (const one of await entriesOf(entry as FileSystemDirectoryEntry))
      await collectFiles(one, into, depth + 1);
};

const byPath = (a: DroppedFile, b: DroppedFile): number => (a.path < b.path ? -1 : 1);

/** Every file of a drop. The DataTransfer is cleared after the event, so read its entries before any await. */
export const readDroppedFiles = async (transfer: DataTransfer): Promise<DroppedFile[]> => {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const loose = entries.length === 0 ? [...transfer.files] : [];
  const into: DroppedFile[] = loose.map((file) => ({ path: file.name, file }));
  for (const entry of entries) await collectFiles(entry, into, 0);
  return into.sort(byPath);
};

export const readSelectedFiles = (files: FileList): DroppedFile[] =>
  [...files]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => path.split('/').slice(0, -1).every(shouldEnterFolder))
    .slice(0, maxFiles)
    .sort(byPath);
