import type { Instant } from './instant.ts';

/** An application whose releases are published here. */
export interface App {
  /** What tells it from another that takes its slug later; never shown. */
  id: string;
  /** Its name in publishing paths; never changes. */
  slug: string;
  /** Its name on public paths and in its public host; never changes. */
  publicSlug: string;
  name: string;
  /** Which client protocol its checks are answered in; an id that no adapter has answers 501. */
  adapter: string;
  /** Bytes that may be downloaded in a UTC month; undefined is unlimited. */
  allowanceBytes: number | undefined;
  /** Whether its checks tell what the specification's bodies have no place for. */
  extras: boolean;
  /** Whether caches on the way may keep the answers to its checks. */
  checkCaching: CheckCaching;
  /** Whose keys may publish: any that have the scope, or those of trusted publishers alone. */
  publishing: PublishPolicy;
  /** Whether what is published must be signed by one of its signing keys. */
  signatures: SignaturePolicy;
  /** Whether a signature must name the version that it was made for. */
  signedVersion: SignedVersionPolicy;
  /** Whether its host has a download page for people. */
  page: boolean;
  /** How its bytes reach clients. */
  delivery: Delivery;
  createdAt: Instant;
}

export type CheckCaching = 'public' | 'private';

/**
 * `metered`: through the service, which counts each byte. `cached`: caches on the way keep them. `redirect`: from the
 * storage itself, at signed addresses.
 */
export type Delivery = 'metered' | 'cached' | 'redirect';
export type PublishPolicy = 'any' | 'trusted';
export type SignaturePolicy = 'off' | 'warn' | 'require';
export type SignedVersionPolicy = 'warn' | 'require';

/** A host of an app's own, beside the one made from its public slug. */
export interface Domain {
  domain: string;
  app: string;
  createdAt: Instant;
}
