import type * as api from '@slipway/api';
import { trustWarnings } from '../../domain/auth/trusted-publishing/trusted-publishers.ts';
import { type Actor, sessionOf } from '../../domain/model/actor.ts';
import type { Provenance } from '../../domain/model/provenance.ts';
import type { ListedSession } from '../../domain/model/session.ts';
import type { TrustedPublisher } from '../../domain/model/trusted-publisher.ts';

/* Trusted publishers and token provenance in the publishing API's format. */

export const renderProvenance = (via: Provenance): api.Via => ({
  provider: via.provider,
  repository: via.repository ?? null,
  ref: via.ref ?? null,
  sha: via.sha ?? null,
  runId: via.runId ?? null,
  workflow: via.workflow ?? null,
  environment: via.environment ?? null,
  actor: via.actor ?? null,
});

/** Claims under their provider's own names. */
const renderClaims = ({ provider, claims }: TrustedPublisher): Partial<api.TrustedPublisher> => {
  const { repository = '', workflow = '', project = '', environment = null, ref = null } = claims;
  if (provider === 'github') return { repository, workflow, environment, ref };
  if (provider === 'oidc') return { claims: { ...claims } };
  const { configFile = null, refType = null, refProtected } = claims;
  return {
    ...{ project, configFile, ref, environment },
    refType: refType as 'branch' | 'tag' | null,
    refProtected: refProtected === undefined ? null : refProtected === 'true',
  };
};

export const renderTrustedPublisher = (publisher: TrustedPublisher): api.TrustedPublisher => {
  const warnings = trustWarnings(publisher);
  return {
    id: publisher.id,
    provider: publisher.provider,
    issuer: publisher.issuer,
    name: publisher.name,
    ...renderClaims(publisher),
    scopes: [...publisher.scopes],
    ttlSeconds: publisher.ttlSeconds,
    pinned: publisher.pinned === undefined ? null : { ...publisher.pinned },
    createdAt: publisher.createdAt,
    lastUsedAt: publisher.lastUsedAt ?? null,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
};

export const renderSession = (actor: Actor): api.Session => {
  const own = sessionOf(actor)?.expiresAt;
  if (actor.kind !== 'key') return { actor: 'admin', key: null, app: null, expiresAt: own ?? null };
  const { keyId, name = '', scopes, app } = actor;
  const expiresAt = actor.expiresAt ?? null;
  const key = { id: keyId, name, scopes: [...scopes], expiresAt };
  return { actor: 'key', key, app, expiresAt: own ?? expiresAt };
};

/** Omits the session's secret. */
export const renderListedSession = (session: ListedSession): api.SessionListing => ({
  actor: session.keyId === undefined ? 'admin' : 'key',
  key: session.keyId === undefined ? null : { id: session.keyId, name: session.key?.name ?? '' },
  app: session.key?.app ?? null,
  createdAt: session.createdAt,
  usedAt: session.usedAt,
  expiresAt: session.expiresAt,
});
