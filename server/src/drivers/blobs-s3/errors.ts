import { Refusal } from '../../domain/model/errors.ts';

interface ServiceError extends Error {
  $metadata?: { httpStatusCode?: number };
  code?: unknown;
}

/** The response status; undefined without a response. */
export const s3StatusOf = (error: unknown): number | undefined =>
  error instanceof Error ? (error as ServiceError).$metadata?.httpStatusCode : undefined;

/** Whether the object is missing or not the requested version. */
export const isMissingOrReplaced = (error: unknown): boolean =>
  [404, 412].includes(s3StatusOf(error) ?? 0) && !isNoBucket(error);

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

/** The object is missing or was replaced; the cause says which. */
export const artifactDamaged = (cause?: unknown): Refusal =>
  new Refusal('artifact-damaged', 'The stored bytes are not the published ones.', undefined, cause);

export const isArtifactDamaged = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'artifact-damaged';

/** Translates store and network errors into refusals; existing refusals stay as they are. */
export const s3ErrorToRefusal = (error: unknown): unknown => {
  if (error instanceof Refusal) return error;
  if (isFull(error)) return new Refusal('storage-full', 'The storage is full.', undefined, error);
  if (s3StatusOf(error) !== undefined || isNoResponse(error)) return storageUnavailable(error);
  return error;
};
