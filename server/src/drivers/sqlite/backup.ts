import { backup, DatabaseSync } from 'node:sqlite';

/** Copies a database into a new file, as of one moment, while others read and write it. */
export const backupSqlite = async (file: string, to: string): Promise<void> => {
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    await backup(source, to);
  } finally {
    source.close();
  }
};
