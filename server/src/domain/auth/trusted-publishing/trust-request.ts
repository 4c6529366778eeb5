import { countWildcards, maxWildcards } from '../../model/claim-pattern.ts';
import type { Fault } from '../../model/errors.ts';
import type { Scope } from '../../model/key.ts';
import { type Provider, providerIssuers, type TrustedPublisher } from '../../model/trusted-publisher.ts';
import { providers } from './match-policy.ts';

/* Validates requests to add a trusted publisher, beyond what the schema covers. */

export interface TrustRequest {
  provider: Provider;
  issuer?: string | undefined;
  name?: string | undefined;
  scopes?: readonly Scope[] | undefined;
  ttlSeconds?: number | undefined;
  /** GitHub only. */
  repository?: string | undefined;
  workflow?: string | undefined;
  repositoryId?: string | undefined;
  repositoryOwnerId?: string | undefined;
  /** GitLab only. */
  project?: string | undefined;
  configFile?: string | undefined;
  refType?: 'branch' | 'tag' | undefined;
  refProtected?: boolean | undefined;
  projectId?: string | undefined;
  namespaceId?: string | undefined;
  /** Both. */
  environment?: string | undefined;
  ref?: string | undefined;
  /** Other issuers. */
  claims?: Readonly<Record<string, string>> | undefined;
}

const common = ['provider', 'issuer', 'name', 'scopes', 'ttlSeconds'];

const membersOf = (provider: Provider): readonly string[] => {
  const { members, pins } = providers[provider];
  return [...common, ...members, ...Object.keys(pins), ...(provider === 'oidc' ? ['claims'] : [])];
};

const requiredOf = (provider: Provider): readonly string[] =>
  provider === 'oidc' ? ['issuer', 'claims'] : providers[provider].required;

const isPresent = (request: object, name: string): boolean =>
  ((request as Record<string, unknown>)[name] ?? undefined) !== undefined;

/** The provider that an issuer belongs to, if any. GitHub Enterprise issuers are paths below GitHub's. */
const ownerOf = (issuer: string): Provider | undefined => {
  if (issuer === providerIssuers.github || issuer.startsWith(`${providerIssuers.github}/`)) return 'github';
  return issuer === providerIssuers.gitlab ? 'gitlab' : undefined;
};

const issuerFaults = ({ provider, issuer = '' }: TrustRequest): Fault[] => {
  const owner = ownerOf(issuer);
  if (owner === undefined || owner === provider) return [];
  return [{ pointer: '/issuer', code: 'provider', detail: `Use the provider "${owner}" for this issuer.` }];
};

const memberFaults = (request: TrustRequest): Fault[] => {
  const { provider } = request;
  const allowed = membersOf(provider);
  const strange = Object.keys(request).filter((name) => isPresent(request, name) && !allowed.includes(name));
  const missing = requiredOf(provider).filter((name) => !isPresent(request, name));
  return [
    ...missing.map((name) => ({
      pointer: `/${name}`,
      code: 'required',
      detail: `${name} is required with the provider "${provider}".`,
    })),
    ...strange.map((name) => ({
      pointer: `/${name}`,
      code: 'unknown-field',
      detail: `Unknown field "${name}" for the provider "${provider}".`,
    })),
  ];
};

const starFaults = ({ ref = '' }: TrustRequest): Fault[] =>
  countWildcards(ref) > maxWildcards
    ? [{ pointer: '/ref', code: 'pattern', detail: `ref can contain * at most ${maxWildcards} times.` }]
    : [];

const manageFaults = ({ scopes = [] }: TrustRequest): Fault[] =>
  scopes.includes('manage')
    ? [{ pointer: '/scopes', code: 'manage', detail: 'Trusted publishers can’t have the scope manage.' }]
    : [];

/** The members given for the provider, as text. */
export const expectedClaims = (request: TrustRequest): TrustedPublisher['claims'] => {
  if (request.provider === 'oidc') return request.claims ?? {};
  const entries = providers[request.provider].members.flatMap((name): [string, string][] =>
    isPresent(request, name) ? [[name, String(request[name as keyof TrustRequest])]] : [],
  );
  return Object.fromEntries(entries);
};

/** Expects members of the right types. */
export const trustRequestFaults = (request: TrustRequest): Fault[] => [
  ...memberFaults(request),
  ...issuerFaults(request),
  ...starFaults(request),
  ...manageFaults(request),
  ...(isPresent(request, 'claims') || request.provider !== 'oidc'
    ? providers[request.provider].faultsOf(expectedClaims(request))
    : []),
];

/** Defaults to the provider's public issuer. */
export const issuerFor = ({ provider, issuer }: TrustRequest): string =>
  issuer ?? (provider === 'oidc' ? '' : providerIssuers[provider]);

export const defaultTrustName = ({ repository, project, sub = '' }: TrustedPublisher['claims']): string =>
  repository ?? project ?? sub;
