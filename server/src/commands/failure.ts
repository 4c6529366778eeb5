import { ConfigError } from '../config/config.ts';
import { IncompatibleDatabase, Refusal } from '../domain/model/errors.ts';

/*
 * Failures are printed as one sentence that says what to do next. Exit code 2 is for operator mistakes (settings,
 * options), 1 for system errors. Only a bug prints its stack.
 */

export interface Failure {
  message: string;
  exitCode: 1 | 2;
}

interface SystemError extends NodeJS.ErrnoException {
  address?: string;
  hostname?: string;
  port?: number;
}

const systemErrorTexts: Record<string, string> = {
  EACCES: 'permission denied',
  EEXIST: 'it is a file, not a folder',
  EDQUOT: 'the disk quota is exceeded',
  EISDIR: 'it is a folder',
  EMFILE: 'too many open files',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of the path is not a folder',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

/** The system error with its path. */
const reasonOf = (error: SystemError): string | undefined => {
  const word = systemErrorTexts[error.code ?? ''];
  return word === undefined || error.path === undefined ? word : `${word} (${error.path})`;
};

const explainListening = (error: SystemError): Failure | undefined => {
  const { code, syscall, address = error.hostname, port } = error;
  if (syscall === 'getaddrinfo' || code === 'EADDRNOTAVAIL')
    return { message: `HOST must be an address of this machine, not "${address}".`, exitCode: 2 };
  if (syscall !== 'listen' && syscall !== 'bind') return undefined;
  const place = `${address}:${port}`;
  if (code === 'EADDRINUSE')
    return {
      message: `${place} is in use by another program. Set PORT (and SLIPWAY_UPLOAD_PORT) to free ports.`,
      exitCode: 1,
    };
  if (code === 'EACCES')
    return {
      message: `This user can’t listen on ${place}. Set PORT (and SLIPWAY_UPLOAD_PORT) to 1024 or above.`,
      exitCode: 2,
    };
  return undefined;
};

/** SQLite's message repeats ours. */
const isOfSqlite = (error: Error): boolean => 'errcode' in error;

/** For a HEAD request S3 returns only a status, so its library has no message either. */
const statusReason = (error: Error & { $metadata?: { httpStatusCode?: number } }): string | undefined => {
  const status = error.$metadata?.httpStatusCode;
  if (status === undefined || !/^Unknown/.test(error.message)) return undefined;
  return status === 403 ? 'it rejects these credentials (HTTP 403)' : `it returns HTTP ${status}`;
};

const explainRefusal = ({ message, cause }: Refusal): string => {
  if (!(cause instanceof Error) || isOfSqlite(cause)) return message;
  const reason =
    reasonOf(cause) ?? statusReason(cause) ?? cause.message.replaceAll('\n', ' ').replace(/\.$/, '');
  return reason === '' ? message : `${message.replace(/\.$/, '')}: ${reason}.`;
};

/** PostgreSQL's own message helps, for example when the user may not create tables. */
const isOfPostgres = (error: Error): boolean => 'severity' in error && 'routine' in error;

export const explainFailure = (error: unknown): Failure => {
  if (error instanceof ConfigError) return { message: error.message, exitCode: 2 };
  if (error instanceof IncompatibleDatabase) return { message: error.message, exitCode: 1 };
  if (error instanceof Refusal) return { message: explainRefusal(error), exitCode: 1 };
  if (!(error instanceof Error)) return { message: String(error), exitCode: 1 };
  if (isOfPostgres(error)) return { message: `Database error: ${error.message}.`, exitCode: 1 };
  const reason = reasonOf(error);
  return (
    explainListening(error) ?? {
      message: reason === undefined ? (error.stack ?? error.message) : `Failed: ${reason}.`,
      exitCode: 1,
    }
  );
};
