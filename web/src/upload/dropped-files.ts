/* What was dropped or chosen, files and whole folders, as paths. */

/** A file and where it lay below what was dropped. */
export interface DroppedFile {
  path: string;
  file: File;
}

const maxDepth = 8;
const maxFiles = 2_000;
const passedOver = new Set(['node_modules', '.git', 'deps', 'incremental', '.fingerprint']);

/** Whether a folder may hold what is published, and not what it was made of. */
export const shouldEnterFolder = (name: string): boolean =>
  !passedOver.has(name) && !/\.(?:app|AppDir)$|-unpacked$/.test(name);

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A folder tells some of its entries at a time, until it tells none, or more than are taken. */
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

const gather = async (entry: FileSystemEntry, into: DroppedFile[], depth: number): Promise<void> => {
  if (into.length >= maxFiles) return;
  if (entry.isFile) {
    const path = entry.fullPath.replace(/^\//, '');
    into.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
  } else if (entry.isDirectory && depth <= maxDepth && shouldEnterFolder(entry.name))
    for (const one of await entriesOf(entry as FileSystemDirectoryEntry)) await gather(one, into, depth + 1);
};

const byPath = (a: DroppedFile, b: DroppedFile): number => (a.path < b.path ? -1 : 1);

/** Every file of a drop. What it holds is gone when the event is over, so entries are taken before anything is awaited. */
export const readDroppedFiles = async (transfer: DataTransfer): Promise<DroppedFile[]> => {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const loose = entries.length === 0 ? [...transfer.files] : [];
  const into: DroppedFile[] = loose.map((file) => ({ path: file.name, file }));
  for (const entry of entries) await gather(entry, into, 0);
  return into.sort(byPath);
};

/** Every file that was chosen, by itself or in a folder. */
export const readSelectedFiles = (files: FileList): DroppedFile[] =>
  [...files]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => path.split('/').slice(0, -1).every(shouldEnterFolder))
    .slice(0, maxFiles)
    .sort(byPath);
