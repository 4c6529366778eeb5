import { Refusal } from '../../domain/model/errors.ts';

interface ServiceError extends Error {
  $metadata?: { httpStatusCode?: number };
  code?: unknown;
}

/** The status that the store answered with; undefined when it did not answer. */
export const s3StatusOf = (error: unknown): number | undefined =>
  error instanceof Error ? (error as ServiceError).$metadata?.httpStatusCode : undefined;

/** Whether the store says that there is no such object, or that it is another one than was asked for. */
export const isMissingOrReplaced = (error: unknown): boolean =>
  [404, 412].includes(s3StatusOf(error) ?? 0) && !isNoBucket(error);

/** Whether the store does not know the operation at all. */
export const isNotImplemented = (error: unknown): boolean => s3StatusOf(error) === 501;

const isNoBucket = (error: unknown): boolean => error instanceof Error && error.name === 'NoSuchBucket';

const isFull = (error: unknown): boolean =>
  s3StatusOf(error) === 507 || (error instanceof Error && /QuotaExceeded|StorageFull/.test(error.name));

const isNoResponse = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(AbortError|TimeoutError|CredentialsProviderError)$/.test(error.name) ||
    typeof (error as ServiceError).code === 'string');

export const storageUnavailable = (cause: unknown): Refusal =>
  new Refusal('storage-unavailable', 'The storage does not answer as it should.', undefined, cause);

/** What lies there is gone or another object. The cause tells which. */
export const artifactDamaged = (cause?: unknown): Refusal =>
  new Refusal('artifact-damaged', 'The stored bytes are not the published ones.', undefined, cause);

export const isArtifactDamaged = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'artifact-damaged';

/** What the store or the way to it says, in the words of the port; our own refusals stay as they are. */
export const s3ErrorToRefusal = (error: unknown): unknown => {
  if (error instanceof Refusal) return error;
  if (isFull(error)) return new Refusal('storage-full', 'The storage is full.', undefined, error);
  if (s3StatusOf(error) !== undefined || isNoResponse(error)) return storageUnavailable(error);
  return error;
};

/** Hears of every call when it is done: its name, how long it took and whether it threw. */
export type OnS3Timing = (operation: string, seconds: number, failed: boolean) => void;

/** Makes the edge of this driver: each call is timed once, and its errors are turned into refusals. */
export const createS3CallWrapper =
  (onTiming: OnS3Timing = () => {}) =>
  <A extends unknown[], R>(operation: string, run: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    const started = performance.now();
    let failed = true;
    try {
      const result = await run(...args);
      failed = false;
      return result;
    } catch (error) {
      throw s3ErrorToRefusal(error);
    } finally {
      onTiming(operation, (performance.now() - started) / 1000, failed);
    }
  };
