import type { Instant } from './instant.ts';
import type { Scope } from './key.ts';
import type { Provenance } from './provenance.ts';

export type Provider = Provenance['provider'];

/** A pipeline that may exchange its own token for a short-lived key of one app. */
export interface TrustedPublisher {
  id: string;
  app: string;
  provider: Provider;
  /** Who must have signed the token; one of those that the operator pinned. */
  issuer: string;
  /** What the token must say: the provider's own fields, or patterns by claim. */
  claims: Readonly<Record<string, string>>;
  /** Ids that the token must hold, by claim: names are given away and taken anew. Undefined until they are known. */
  pinned: Readonly<Record<string, string>> | undefined;
  scopes: readonly Scope[];
  ttlSeconds: number;
  name: string;
  createdAt: Instant;
  lastUsedAt: Instant | undefined;
}

/** The members of a token. Its issuer signed them; they are strangers' words all the same. */
export type Claims = Readonly<Record<string, unknown>>;

/** The issuers that have a provider of their own. */
export const providerIssuers = {
  github: 'https://token.actions.githubusercontent.com',
  gitlab: 'https://gitlab.com',
} as const;

/** How long a key lives that an exchange made. */
export const exchangedKeySeconds = { least: 300, usual: 1800, most: 3600 } as const;
