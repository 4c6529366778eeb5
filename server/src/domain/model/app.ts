import type { Instant } from './instant.ts';

export interface App {
  /** Distinguishes it from a later app with the same slug; never shown. */
  id: string;
  /** The name in API paths; never changes. */
  slug: string;
  /** The name in public paths and the public host; never changes. */
  publicSlug: string;
  name: string;
  /** The client protocol of its checks; an unknown adapter gets 501. */
  adapter: string;
  /** Download limit per UTC month; undefined is unlimited. */
  allowanceBytes: number | undefined;
  /** Whether checks return members beyond the specification. */
  extras: boolean;
  /** Whether shared caches may store check responses. */
  checkCaching: CheckCaching;
  /** Any key with the scope, or only those of trusted publishers. */
  publishing: PublishPolicy;
  /** Whether releases must be signed by one of its signing keys. */
  signatures: SignaturePolicy;
  /** Whether a signature must name its version. */
  signedVersion: SignedVersionPolicy;
  /** Whether its host has a download page. */
  page: boolean;
  delivery: Delivery;
  createdAt: Instant;
}

export type CheckCaching = 'public' | 'private';

/**
 * `metered`: through the server, which counts each byte. `cached`: shared caches may keep them. `redirect`: from the
 * storage, at presigned URLs.
 */
export type Delivery = 'metered' | 'cached' | 'redirect';
export type PublishPolicy = 'any' | 'trusted';
export type SignaturePolicy = 'off' | 'warn' | 'require';
export type SignedVersionPolicy = 'warn' | 'require';

/** A custom host, in addition to the one made from the public slug. */
export interface Domain {
  domain: string;
  app: string;
  createdAt: Instant;
}
