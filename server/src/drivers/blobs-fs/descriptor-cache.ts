import { type FileHandle, open, stat } from 'node:fs/promises';
import { errorCodeOf } from './errors.ts';
import { fileSealOf } from './file-seal.ts';

/** An open file shared by any number of readers. */
export interface SharedDescriptor {
  file: FileHandle;
  /** The file's seal when it was opened. */
  seal: string;
  release(): Promise<void>;
}

interface Entry {
  seal: string;
  readers: number;
  file: Promise<FileHandle>;
}

const openSealed = async (path: string, seal: string): Promise<FileHandle> => {
  const file = await open(path, 'r');
  if (fileSealOf(await file.stat({ bigint: true })) === seal) return file;
  await file.close();
  throw Object.assign(new Error('the file was replaced while it was opened'), { code: 'ESTALE' });
};

/**
 * Keeps one descriptor per file for any number of readers. Every call checks the path, so a replaced, changed or
 * removed file is noticed immediately; current readers finish with the old one.
 */
export const createDescriptorCache = () => {
  const entries = new Map<string, Entry>();

  const forget = (path: string, entry: Entry) => {
    if (entries.get(path) === entry) entries.delete(path);
  };

  const enter = (path: string, seal: string): Entry => {
    const existing = entries.get(path);
    if (existing?.seal === seal) return existing;
    const entry: Entry = { seal, readers: 0, file: openSealed(path, seal) };
    entries.set(path, entry);
    return entry;
  };

  const leave = async (path: string, entry: Entry): Promise<void> => {
    entry.readers -= 1;
    if (entry.readers > 0) return;
    forget(path, entry);
    await (await entry.file).close();
  };

  const acquire = async (path: string): Promise<SharedDescriptor> => {
    const entry = enter(path, fileSealOf(await stat(path, { bigint: true })));
    entry.readers += 1;
    try {
      const file = await entry.file;
      return { file, seal: entry.seal, release: () => leave(path, entry) };
    } catch (error) {
      forget(path, entry);
      throw error;
    }
  };

  return {
    /** Throws ENOENT when the file does not exist. */
    acquire: async (path: string): Promise<SharedDescriptor> => {
      try {
        return await acquire(path);
      } catch (error) {
        if (errorCodeOf(error) !== 'ESTALE') throw error;
        return acquire(path);
      }
    },
    count: (): number => entries.size,
  };
};
