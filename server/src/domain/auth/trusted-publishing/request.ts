import { countWildcards, maxWildcards } from '../../model/claim-pattern.ts';
import type { Fault } from '../../model/errors.ts';
import type { Scope } from '../../model/key.ts';
import { type Provider, providerIssuers, type TrustedPublisher } from '../../model/trusted-publisher.ts';
import { providers } from './matching.ts';

/* What is asked for when a pipeline is to be trusted, and what is wrong with it beyond what a schema can tell. */

export interface TrustRequest {
  provider: Provider;
  issuer?: string | undefined;
  name?: string | undefined;
  scopes?: readonly Scope[] | undefined;
  ttlSeconds?: number | undefined;
  /** GitHub's. */
  repository?: string | undefined;
  workflow?: string | undefined;
  repositoryId?: string | undefined;
  repositoryOwnerId?: string | undefined;
  /** GitLab's. */
  project?: string | undefined;
  configFile?: string | undefined;
  refType?: 'branch' | 'tag' | undefined;
  refProtected?: boolean | undefined;
  projectId?: string | undefined;
  namespaceId?: string | undefined;
  /** Of both. */
  environment?: string | undefined;
  ref?: string | undefined;
  /** Any other issuer's. */
  claims?: Readonly<Record<string, string>> | undefined;
}

const common = ['provider', 'issuer', 'name', 'scopes', 'ttlSeconds'];

const membersOf = (provider: Provider): readonly string[] => {
  const { members, pins } = providers[provider];
  return [...common, ...members, ...Object.keys(pins), ...(provider === 'oidc' ? ['claims'] : [])];
};

const requiredOf = (provider: Provider): readonly string[] =>
  provider === 'oidc' ? ['issuer', 'claims'] : providers[provider].required;

const isGiven = (request: object, name: string): boolean =>
  ((request as Record<string, unknown>)[name] ?? undefined) !== undefined;

/** Whom an issuer belongs to, where it has a provider of its own. GitHub gives enterprises an address below its own. */
const ownerOf = (issuer: string): Provider | undefined => {
  if (issuer === providerIssuers.github || issuer.startsWith(`${providerIssuers.github}/`)) return 'github';
  return issuer === providerIssuers.gitlab ? 'gitlab' : undefined;
};

const issuerFaults = ({ provider, issuer = '' }: TrustRequest): Fault[] => {
  const owner = ownerOf(issuer);
  if (owner === undefined || owner === provider) return [];
  return [
    { pointer: '/issuer', code: 'provider', detail: `Tokens of this issuer have the provider "${owner}".` },
  ];
};

const memberFaults = (request: TrustRequest): Fault[] => {
  const { provider } = request;
  const known = membersOf(provider);
  const strange = Object.keys(request).filter((name) => isGiven(request, name) && !known.includes(name));
  const missing = requiredOf(provider).filter((name) => !isGiven(request, name));
  return [
    ...missing.map((name) => ({
      pointer: `/${name}`,
      code: 'required',
      detail: `${name} is required with the provider "${provider}".`,
    })),
    ...strange.map((name) => ({
      pointer: `/${name}`,
      code: 'unknown-field',
      detail: `There is no field "${name}" with the provider "${provider}".`,
    })),
  ];
};

const starFaults = ({ ref = '' }: TrustRequest): Fault[] =>
  countWildcards(ref) > maxWildcards
    ? [{ pointer: '/ref', code: 'pattern', detail: `ref may hold * at most ${maxWildcards} times.` }]
    : [];

const manageFaults = ({ scopes = [] }: TrustRequest): Fault[] =>
  scopes.includes('manage')
    ? [{ pointer: '/scopes', code: 'manage', detail: 'A pipeline is never given the scope manage.' }]
    : [];

/** What a token must say: the members of its provider that were given, as text. */
export const expectedClaims = (request: TrustRequest): TrustedPublisher['claims'] => {
  if (request.provider === 'oidc') return request.claims ?? {};
  const given = providers[request.provider].members.flatMap((name): [string, string][] =>
    isGiven(request, name) ? [[name, String(request[name as keyof TrustRequest])]] : [],
  );
  return Object.fromEntries(given);
};

/** Everything that is wrong with a request whose members are of their types. */
export const trustRequestFaults = (request: TrustRequest): Fault[] => [
  ...memberFaults(request),
  ...issuerFaults(request),
  ...starFaults(request),
  ...manageFaults(request),
  ...(isGiven(request, 'claims') || request.provider !== 'oidc'
    ? providers[request.provider].faultsOf(expectedClaims(request))
    : []),
];

/** Who signs the tokens: the provider's own service unless another is named. */
export const issuerFor = ({ provider, issuer }: TrustRequest): string =>
  issuer ?? (provider === 'oidc' ? '' : providerIssuers[provider]);

/** What a trust is called unless it is given a name. */
export const defaultTrustName = ({ repository, project, sub = '' }: TrustedPublisher['claims']): string =>
  repository ?? project ?? sub;
