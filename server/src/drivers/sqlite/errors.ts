import { Conflict, Refusal } from '../../domain/model/errors.ts';
import type { SqliteWireError } from './worker.ts';

// https://www.sqlite.org/rescode.html: the low byte is the primary code, the rest is detail.
const uniqueViolations = new Set([1555, 2067]);

const refusals: Record<number, string> = {
  3: 'The database file may not be accessed.',
  5: 'Another process has kept the database locked for too long.',
  6: 'The database is locked.',
  7: 'The database has run out of memory.',
  8: 'The database file cannot be written.',
  10: 'The disk that holds the database reports an error.',
  11: 'The database file is damaged.',
  14: 'The database file cannot be opened.',
  26: 'The file is not a database.',
};

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: no space for the index of the write-ahead log. */
const isFull = (errcode: number): boolean => (errcode & 0xff) === 13 || errcode === 4874;

export const translateSqliteError = ({ message, errcode }: SqliteWireError): Error => {
  const cause = Object.assign(new Error(message), { errcode });
  if (errcode === undefined) return cause;
  if (uniqueViolations.has(errcode)) return new Conflict(cause);
  if (isFull(errcode))
    return new Refusal('storage-full', 'The disk that holds the database is full.', undefined, cause);
  const refusal = refusals[errcode & 0xff];
  return refusal === undefined ? cause : new Refusal('database-unavailable', refusal, undefined, cause);
};

/** For calls that will get no response. */
export const sqliteUnavailable = (detail: string, cause?: unknown): Refusal =>
  new Refusal('database-unavailable', detail, undefined, cause);
