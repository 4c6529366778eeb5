import type { Caller } from '../../model/actor.ts';
import { notFound, Refusal, requireFound } from '../../model/errors.ts';
import { defaultScopes } from '../../model/key.ts';
import { requireGrantable, requireNonExpiringKey } from '../../model/permissions.ts';
import { requireQuota } from '../../model/quota.ts';
import type { Warning } from '../../model/release.ts';
import { exchangedKeySeconds, type Provider, type TrustedPublisher } from '../../model/trusted-publisher.ts';
import type { TrustedPublishingDeps } from './deps.ts';
import { createTokenExchange } from './exchange.ts';
import { providers } from './match-policy.ts';
import {
  defaultTrustName,
  expectedClaims,
  issuerFor,
  type TrustRequest,
  trustRequestFaults,
} from './trust-request.ts';

/*
 * Publishing without a stored secret: a pipeline exchanges the ID token of its CI provider for a key that lives for
 * minutes. The operator chooses the allowed issuers; each app chooses the pipelines.
 */

export const trustWarnings = ({ provider, claims }: TrustedPublisher): Warning[] =>
  providers[provider].isAnyBranch(claims)
    ? [
        {
          code: 'any-branch',
          detail: 'No ref or environment required: any branch with a copy of the workflow can publish.',
        },
      ]
    : [];

const pinnedOf = (provider: Provider, request: TrustRequest): TrustedPublisher['pinned'] => {
  const pinnedIds = Object.entries(providers[provider].pins).flatMap(
    ([member, claim]): [string, string][] => {
      const id = request[member as 'repositoryId'];
      return id === undefined ? [] : [[claim, id]];
    },
  );
  return pinnedIds.length === 0 ? undefined : Object.fromEntries(pinnedIds);
};

export const createTrustedPublishing = (needs: TrustedPublishingDeps) => {
  const { store, ids, issuers, inTransaction } = needs;

  const demandPinned = (issuer: string): void => {
    if (issuers.pinned.includes(issuer)) return;
    const allowedIssuers = issuers.pinned.length === 0 ? 'none' : issuers.pinned.join(', ');
    throw new Refusal(
      'issuer-not-pinned',
      `Issuer ${issuer} is not configured. SLIPWAY_OIDC_ISSUERS lists: ${allowedIssuers}.`,
    );
  };

  const demandValid = (request: TrustRequest): void => {
    const faults = trustRequestFaults(request);
    if (faults.length > 0)
      throw new Refusal('invalid-fields', 'Some fields are invalid; see `errors`.', faults);
  };

  /** A key grants no more than its own permissions, and one that expires cannot add a publisher that does not. */
  const trust = async ({ app: slug, actor }: Caller, request: TrustRequest): Promise<TrustedPublisher> => {
    demandValid(request);
    const { provider, scopes = defaultScopes, ttlSeconds = exchangedKeySeconds.usual } = request;
    requireGrantable(actor, scopes);
    requireNonExpiringKey(actor);
    const issuer = issuerFor(request);
    demandPinned(issuer);
    return inTransaction(slug, actor, async ({ tx, at, record }) => {
      requireQuota('trustedPublishersOfApp', (await tx.listTrustedPublishers(slug)).length);
      const claims = expectedClaims(request);
      const publisher: TrustedPublisher = {
        ...{ id: ids.next('tru'), app: slug, provider, issuer, claims, scopes, ttlSeconds },
        ...{ name: request.name ?? defaultTrustName(claims), pinned: pinnedOf(provider, request) },
        ...{ createdAt: at, lastUsedAt: undefined },
      };
      await tx.insertTrustedPublisher(publisher);
      const { id, name } = publisher;
      await record({
        action: 'publisher.trust',
        subject: id,
        detail: { name, provider, issuer, claims, scopes },
      });
      return publisher;
    });
  };

  const listTrustedPublishers = async (slug: string): Promise<TrustedPublisher[]> => {
    requireFound(await store.findApp(slug), 'app');
    return store.listTrustedPublishers(slug);
  };

  /** Also revokes the pipeline's current keys. */
  const untrust = ({ app: slug, actor }: Caller, id: string): Promise<void> =>
    inTransaction(slug, actor, async ({ tx, at, record }) => {
      const publisher = await tx.findTrustedPublisher(slug, id);
      if (publisher === undefined) throw notFound('trusted publisher');
      await tx.deleteTrustedPublisher(slug, id);
      const revokedKeys = await tx.revokeKeysOf(id, at);
      await record({
        action: 'publisher.untrust',
        subject: id,
        detail: { name: publisher.name, revokedKeys },
      });
    });

  return {
    trust,
    listTrustedPublishers,
    untrust,
    requestFaults: trustRequestFaults,
    exchange: createTokenExchange(needs),
  };
};
export type TrustedPublishing = ReturnType<typeof createTrustedPublishing>;
