import type { App, AppChange, AppCreation } from './app.ts';
import type { ArtifactDeclaration, ArtifactResponse, PartsCompletion, PresignResponse } from './artifact.ts';
import type { AuditEntry } from './audit.ts';
import { type ClientOptions, createCall, joinPath, toQueryString } from './call.ts';
import type { Channel, ChannelChange, ChannelCreation } from './channel.ts';
import type { Domain, DomainCreation } from './domain-name.ts';
import type { DomainStatus } from './domain-status.ts';
import type { HealthReport, RolloutDetails } from './evidence.ts';
import type { Fleet, FleetBy, FleetSummary } from './fleet.ts';
import type { Key, KeyCreation } from './key.ts';
import type { Effects, EffectVerb, Explanation, FeedListing, Offer } from './offer.ts';
import type { History, Latest } from './public.ts';
import type {
  Promotion,
  Release,
  ReleaseChange,
  ReleaseCreation,
  ReleaseResponse,
  ReleaseState,
  ReviewRequest,
  ReviewResponse,
  Withdrawal,
} from './release.ts';
import type { OutcomeReport } from './report.ts';
import type {
  RolloutAdvance,
  RolloutPause,
  RolloutPlan,
  RolloutResponse,
  RolloutState,
  RolloutsResponse,
} from './rollout.ts';
import type { Session, SessionCreation, SessionListing } from './session.ts';
import type { SigningKey, SigningKeyChange, SigningKeyCreation, SigningKeyResponse } from './signing-key.ts';
import type { Simulation } from './simulation.ts';
import type { Exchange, TrustedPublisher, TrustedPublisherCreation } from './trusted-publisher.ts';
import type { Usage, UsageBy, UsageSummary } from './usage.ts';

/** Undefined values are left out of the query. */
type OptionalQuery<Query> = { [Name in keyof Query]?: Query[Name] | undefined };

/** The publishing and management API: one method per call, typed by the schemas. */
export const createClient = (options: ClientOptions) => {
  const call = createCall(options);
  const app = (slug: string, ...rest: string[]) => joinPath('v1', 'apps', slug, ...rest);
  return {
    createApp: (body: AppCreation) => call<{ app: App }>('POST', '/v1/apps', body),
    listApps: (query: OptionalQuery<{ limit: number; cursor: string }> = {}) =>
      call<{ apps: App[]; next: string | null }>('GET', `/v1/apps${toQueryString(query)}`),
    getApp: (slug: string) => call<{ app: App }>('GET', app(slug)),
    changeApp: (slug: string, body: AppChange) => call<{ app: App }>('PATCH', app(slug), body),
    deleteApp: (slug: string) => call<void>('DELETE', app(slug)),

    createChannel: (slug: string, body: ChannelCreation) =>
      call<{ channel: Channel }>('POST', app(slug, 'channels'), body),
    listChannels: (slug: string) => call<{ channels: Channel[] }>('GET', app(slug, 'channels')),
    changeChannel: (slug: string, name: string, body: ChannelChange) =>
      call<{ channel: Channel }>('PATCH', app(slug, 'channels', name), body),

    createKey: (slug: string, body: KeyCreation) =>
      call<{ key: Key; secret: string }>('POST', app(slug, 'keys'), body),
    listKeys: (slug: string, query: { all?: 'true' } = {}) =>
      call<{ keys: Key[] }>('GET', app(slug, 'keys') + toQueryString(query)),
    revokeKey: (slug: string, id: string) => call<void>('DELETE', app(slug, 'keys', id)),

    trustPublisher: (slug: string, body: TrustedPublisherCreation) =>
      call<{ trustedPublisher: TrustedPublisher }>('POST', app(slug, 'trusted-publishers'), body),
    listTrustedPublishers: (slug: string) =>
      call<{ trustedPublishers: TrustedPublisher[] }>('GET', app(slug, 'trusted-publishers')),
    untrustPublisher: (slug: string, id: string) => call<void>('DELETE', app(slug, 'trusted-publishers', id)),
    signIn: (body: SessionCreation = {}) => call<{ session: Session }>('POST', '/v1/session', body),
    signOut: () => call<void>('DELETE', '/v1/session'),
    listSessions: () => call<{ sessions: SessionListing[] }>('GET', '/v1/sessions'),
    endSessions: () => call<void>('DELETE', '/v1/sessions'),
    getSession: () => call<{ session: Session | null }>('GET', '/v1/session'),
    exchangeToken: (body: Exchange) => call<{ key: Key; secret: string }>('POST', '/v1/oidc/exchange', body),
    addSigningKey: (slug: string, body: SigningKeyCreation) =>
      call<SigningKeyResponse>('POST', app(slug, 'signing-keys'), body),
    listSigningKeys: (slug: string) => call<{ signingKeys: SigningKey[] }>('GET', app(slug, 'signing-keys')),
    changeSigningKey: (slug: string, id: string, body: SigningKeyChange) =>
      call<SigningKeyResponse>('PATCH', app(slug, 'signing-keys', id), body),

    createDomain: (slug: string, body: DomainCreation) =>
      call<{ domain: Domain }>('POST', app(slug, 'domains'), body),
    listDomains: (slug: string) => call<{ domains: Domain[] }>('GET', app(slug, 'domains')),
    getDomainStatus: (slug: string, domain: string) =>
      call<{ status: DomainStatus }>('GET', app(slug, 'domains', domain, 'status')),
    deleteDomain: (slug: string, domain: string) => call<void>('DELETE', app(slug, 'domains', domain)),

    reviewRelease: (slug: string, body: ReviewRequest) =>
      call<ReviewResponse>('POST', app(slug, 'releases', 'review'), body),
    createRelease: (slug: string, body: ReleaseCreation) =>
      call<ReleaseResponse>('POST', app(slug, 'releases'), body),
    listReleases: (
      slug: string,
      query: OptionalQuery<{
        channel: string;
        state: ReleaseState;
        version: string;
        limit: number;
        cursor: string;
      }> = {},
    ) =>
      call<{ releases: Release[]; next: string | null }>('GET', app(slug, 'releases') + toQueryString(query)),
    getRelease: (slug: string, id: string) => call<ReleaseResponse>('GET', app(slug, 'releases', id)),
    changeRelease: (slug: string, id: string, body: ReleaseChange) =>
      call<ReleaseResponse>('PATCH', app(slug, 'releases', id), body),
    deleteRelease: (slug: string, id: string) => call<void>('DELETE', app(slug, 'releases', id)),
    publishRelease: (slug: string, id: string) =>
      call<ReleaseResponse>('POST', app(slug, 'releases', id, 'publish')),
    promoteRelease: (slug: string, id: string, body: Promotion) =>
      call<ReleaseResponse>('POST', app(slug, 'releases', id, 'promote'), body),
    withdrawRelease: (slug: string, id: string, body: Withdrawal) =>
      call<ReleaseResponse>('POST', app(slug, 'releases', id, 'withdraw'), body),
    restoreRelease: (slug: string, id: string) =>
      call<ReleaseResponse>('POST', app(slug, 'releases', id, 'restore')),

    planRollout: (slug: string, id: string, body: RolloutPlan) =>
      call<RolloutResponse>('PUT', app(slug, 'releases', id, 'rollout'), body),
    simulateRollout: (slug: string, id: string, body: RolloutPlan) =>
      call<Simulation>('POST', app(slug, 'releases', id, 'rollout', 'simulate'), body),
    getRollout: (slug: string, id: string) =>
      call<RolloutDetails>('GET', app(slug, 'releases', id, 'rollout')),
    reportHealth: (slug: string, id: string, body: HealthReport) =>
      call<RolloutResponse>('POST', app(slug, 'releases', id, 'health'), body),
    advanceRollout: (slug: string, id: string, body: RolloutAdvance = {}) =>
      call<RolloutResponse>('POST', app(slug, 'releases', id, 'rollout', 'advance'), body),
    pauseRollout: (slug: string, id: string, body: RolloutPause) =>
      call<RolloutResponse>('POST', app(slug, 'releases', id, 'rollout', 'pause'), body),
    resumeRollout: (slug: string, id: string, body: RolloutAdvance = {}) =>
      call<RolloutResponse>('POST', app(slug, 'releases', id, 'rollout', 'resume'), body),
    completeRollout: (slug: string, id: string) =>
      call<RolloutResponse>('POST', app(slug, 'releases', id, 'rollout', 'complete')),
    listRollouts: (slug: string, query: { state?: RolloutState } = {}) =>
      call<RolloutsResponse>('GET', app(slug, 'rollouts') + toQueryString(query)),

    presignArtifact: (slug: string, body: ArtifactDeclaration) =>
      call<PresignResponse>('POST', app(slug, 'artifacts', 'presign'), body),
    completeArtifact: (slug: string, body: PartsCompletion) =>
      call<ArtifactResponse>('POST', app(slug, 'artifacts', 'complete'), body),
    pruneArtifact: (slug: string, releaseId: string, target: string) =>
      call<ArtifactResponse>('POST', app(slug, 'releases', releaseId, 'artifacts', target, 'prune')),

    getUsage: (slug: string, query: { from?: string; to?: string } = {}) =>
      call<{ usage: Usage }>('GET', app(slug, 'usage') + toQueryString(query)),
    getFleet: (slug: string, query: { channel?: string; from?: string; to?: string } = {}) =>
      call<{ fleet: Fleet }>('GET', app(slug, 'fleet') + toQueryString(query)),
    sumFleet: (
      slug: string,
      query: { by: FleetBy; channel?: string | undefined; from?: string; to?: string },
    ) => call<{ fleet: FleetSummary }>('GET', app(slug, 'fleet') + toQueryString(query)),
    sumUsage: (slug: string, query: { by: UsageBy; from?: string; to?: string }) =>
      call<{ usage: UsageSummary }>('GET', app(slug, 'usage') + toQueryString(query)),
    explain: (
      slug: string,
      query: {
        channel?: string;
        target: string;
        arch: string;
        currentVersion: string;
        feed?: string;
        client?: string;
        network?: string;
        cohort?: string;
        manual?: string;
        system?: string;
      },
    ) => call<Explanation>('GET', app(slug, 'explain') + toQueryString(query)),
    listOffers: (slug: string) => call<{ offers: Offer[] }>('GET', app(slug, 'offers')),
    previewEffects: (slug: string, id: string, query: { verb: EffectVerb; target?: string }) =>
      call<Effects>('GET', app(slug, 'releases', id, 'effects') + toQueryString(query)),
    listFeeds: (slug: string) => call<{ feeds: FeedListing[] }>('GET', app(slug, 'feeds')),
    listAudit: (
      slug: string,
      query: OptionalQuery<{
        limit: number;
        cursor: string;
        subject: string;
        actor: string;
        action: string;
      }> = {},
    ) =>
      call<{ entries: AuditEntry[]; next: string | null }>('GET', app(slug, 'audit') + toQueryString(query)),
  };
};
export type Client = ReturnType<typeof createClient>;

/** Optional details that a client sends besides its version; they matter during a rollout. */
export interface ClientHints {
  client?: string | undefined;
  cohort?: string | undefined;
  /** The user pressed "check now". */
  check?: 'manual' | undefined;
  system?: string | undefined;
}

/** Public reads on an app's own host; `baseUrl` is its {public_base_url}. */
export const createPublicClient = (options: Omit<ClientOptions, 'key'>) => {
  const call = createCall(options);
  return {
    /** The update in the format of the app's adapter, or undefined if nothing is newer. */
    check: async (
      request: { channel: string; target: string; arch: string; currentVersion: string },
      facts: ClientHints = {},
    ) =>
      (await call<Record<string, unknown> | undefined>(
        'GET',
        joinPath('releases', request.channel, request.target, request.arch, request.currentVersion) +
          toQueryString({ ...facts }),
      )) ?? undefined,
    getLatest: (publicSlug: string, query: { channel?: string; target?: string } = {}) =>
      call<Latest | { app: string; release: null }>(
        'GET',
        joinPath('releases', 'v1', 'apps', publicSlug, 'latest') + toQueryString(query),
      ),
    getHistory: (publicSlug: string, query: { channel?: string; target?: string; limit?: number } = {}) =>
      call<History>('GET', joinPath('releases', 'v1', 'apps', publicSlug, 'releases') + toQueryString(query)),
    /** Reports the outcome of an update, with the client ID that the update check sends. */
    report: (body: OutcomeReport, facts: Pick<ClientHints, 'client'> = {}) =>
      call<void>('POST', joinPath('releases', 'report') + toQueryString({ ...facts }), body),
    downloadUrl: (releaseId: string, target: string) =>
      `${options.baseUrl.replace(/\/+$/, '')}${joinPath('releases', 'download', releaseId, target)}`,
  };
};
export type PublicClient = ReturnType<typeof createPublicClient>;
