import { resolve } from 'node:path';
import type { Config } from './config.ts';
import { maskPassword } from './mask-password.ts';
import type { StorageConfig } from './storage-url.ts';

/* Printable settings: absolute paths, so that a wrong folder is visible, and no passwords. */

export const describeDatabase = (database: Config['database']): string =>
  database.kind === 'sqlite' ? `sqlite:${resolve(database.file)}` : maskPassword(database.url);

export const describeStorage = (storage: StorageConfig): string => {
  if (storage.kind === 'files') return `file:${resolve(storage.root)}`;
  const place = [storage.bucket, storage.prefix].filter((part) => part !== '').join('/');
  return storage.endpoint === undefined ? `s3://${place}` : `s3://${place} at ${storage.endpoint}`;
};
