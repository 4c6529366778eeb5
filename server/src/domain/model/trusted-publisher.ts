import type { Instant } from './instant.ts';
import type { Scope } from './key.ts';
import type { Provenance } from './provenance.ts';

export type Provider = Provenance['provider'];

/** A pipeline that may exchange its ID token for a short-lived key of one app. */
export interface TrustedPublisher {
  id: string;
  app: string;
  provider: Provider;
  /** The required issuer; the operator configures the allowed ones. */
  issuer: string;
  /** Required claims: the provider's own fields, or patterns by claim. */
  claims: Readonly<Record<string, string>>;
  /** Required IDs by claim, since names can be reassigned. Undefined until known. */
  pinned: Readonly<Record<string, string>> | undefined;
  scopes: readonly Scope[];
  ttlSeconds: number;
  name: string;
  createdAt: Instant;
  lastUsedAt: Instant | undefined;
}

/** Signed by the issuer, but the values are still untrusted input. */
export type Claims = Readonly<Record<string, unknown>>;

export const providerIssuers = {
  github: 'https://token.actions.githubusercontent.com',
  gitlab: 'https://gitlab.com',
} as const;

/** The lifetime of an exchanged key. */
export const exchangedKeySeconds = { least: 300, usual: 1800, most: 3600 } as const;
