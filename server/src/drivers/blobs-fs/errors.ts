import { Refusal } from '../../domain/model/errors.ts';

const full = new Set(['ENOSPC', 'EDQUOT']);
const away = new Set(
  'EACCES EBUSY EFBIG EIO ELOOP EMFILE ENFILE ENODEV ENOENT ENOMEM ENOTCONN ENOTDIR ENXIO EPERM EROFS ESTALE'.split(
    ' ',
  ),
);

export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** The value, or undefined when the file or folder does not exist. */
export const ignoreMissing = async <T>(pending: Promise<T>): Promise<T | undefined> => {
  try {
    return await pending;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/** Translates disk errors into refusals. Other errors (such as a client disconnect) stay as they are. */
export const fileErrorToRefusal = (error: unknown): unknown => {
  const code = errorCodeOf(error);
  if (code !== undefined && full.has(code))
    return new Refusal('storage-full', 'The storage is full. Nothing was stored.', undefined, error);
  if (code !== undefined && away.has(code))
    return new Refusal('storage-unavailable', 'The storage cannot be read or written.', undefined, error);
  return error;
};
