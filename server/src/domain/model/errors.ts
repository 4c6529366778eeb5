/** Reasons for a rejection. The HTTP layer maps each to a status. */
export type RefusalCode =
  | 'adapter-not-registered'
  | 'allowance-exhausted'
  | 'app-has-releases'
  | 'artifact-damaged'
  | 'artifact-pruned'
  | 'artifact-too-large'
  | 'channel-inactive'
  | 'channel-missing'
  | 'channel-taken'
  | 'database-unavailable'
  | 'delivery-needs-s3'
  | 'domain-taken'
  | 'draft-changed'
  | 'draft-missing'
  | 'upload-missing'
  | 'host-reserved'
  | 'invalid-cursor'
  | 'invalid-fields'
  | 'issuer-not-pinned'
  | 'issuer-unavailable'
  | 'limit-reached'
  | 'no-base'
  | 'not-a-draft'
  | 'not-found'
  | 'not-published'
  | 'publisher-untrusted'
  | 'release-withdrawn'
  | 'rollout-over'
  | 'rollout-paused'
  | 'scope-missing'
  | 'signature-rejected'
  | 'signing-key-missing'
  | 'signing-key-taken'
  | 'slug-taken'
  | 'storage-full'
  | 'storage-unavailable'
  | 'token-rejected'
  | 'trusted-publishing-only'
  | 'unauthorized'
  | 'unknown-adapter'
  | 'upload-hash-differs'
  | 'upload-headers-differ'
  | 'upload-size-differs'
  | 'upload-url-expired'
  | 'upload-url-invalid'
  | 'uploads-incomplete'
  | 'version-taken';

/** One of several faults, with an RFC 6901 pointer. */
export interface Fault {
  pointer: string;
  code: string;
  detail: string;
}

/** A rejection with a message for people. Nothing has changed when it is thrown. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly faults: readonly Fault[] | undefined;

  // biome-ignore lint/complexity/useMaxParams: a cause comes last, as with every error.
  constructor(code: RefusalCode, detail: string, faults?: readonly Fault[], cause?: unknown) {
    super(detail, { cause });
    this.name = 'Refusal';
    this.code = code;
    this.faults = faults;
  }
}

/** Thrown by a store if a UNIQUE index decided a race; the caller turns it into its own Refusal. */
export class Conflict extends Error {
  constructor(cause?: unknown) {
    super('a unique value is taken', { cause });
    this.name = 'Conflict';
  }
}

/** A database that this version cannot use; retrying does not help. */
export class IncompatibleDatabase extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'IncompatibleDatabase';
  }
}

/** Whether the only cause is a database that is down or full. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'database-unavailable' || error.code === 'storage-full');

export const notFound = (what: string): Refusal => new Refusal('not-found', `There is no such ${what}.`);

/** Throws 'not-found' if undefined. */
export const requireFound = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw notFound(what);
  return value;
};

/** One error for missing, wrong, expired and revoked credentials, so that it does not disclose which. */
export const unauthorized = (): Refusal =>
  new Refusal('unauthorized', 'Send a valid key as "Authorization: Bearer <key>".');
