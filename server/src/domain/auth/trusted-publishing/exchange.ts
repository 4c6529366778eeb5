import { Refusal } from '../../model/errors.ts';
import {
  parseIdToken,
  rejectToken,
  replayProtectedUntil,
  requireValidClaims,
  tokenIdOf,
} from '../../model/id-token.ts';
import { secondsOf } from '../../model/instant.ts';
import { formatPublishKey, hashSecret, type Key, publishSecretLength } from '../../model/key.ts';
import { requireQuota } from '../../model/quota.ts';
import type { Claims } from '../../model/trusted-publisher.ts';
import type { TrustedPublishingDeps } from './deps.ts';
import { matchPolicy, providers } from './match-policy.ts';

/*
 * Exchanges an ID token for a key. Cheap checks come first, then the signature, then the app's policies; one
 * transaction then records the token as used, pins IDs and creates the key. The token's row makes this single-use: two
 * requests with one token get a single key.
 */

const longestName = 200;
const plainRun = /^[\w.-]{1,64}$/;

/** Shows the key's origin in the list of keys. */
const keyNameOf = (runId: string | undefined, name: string): string => {
  const run = runId !== undefined && plainRun.test(runId) ? `, run ${runId}` : '';
  return `${name.slice(0, longestName - run.length)}${run}`;
};

export const createTokenExchange = ({
  store,
  clock,
  ids,
  issuers,
  audience,
  inTransaction,
  onExchange,
}: TrustedPublishingDeps) => {
  const requireGoodClaims = (claims: Claims): void =>
    requireValidClaims(claims, { audience, nowSeconds: secondsOf(clock.now()) });

  const makeKey = async (
    slug: string,
    token: string,
    claims: Claims,
  ): Promise<{ key: Key; secret: string }> => {
    const { policy: matched } = matchPolicy(await store.listTrustedPublishers(slug), claims);
    return inTransaction(slug, { kind: 'publisher', trustId: matched.id }, async ({ tx, at, record }) => {
      // Repeated under the app's lock, since a policy may have been deleted or pinned meanwhile.
      const { policy, pinned } = matchPolicy(await tx.listTrustedPublishers(slug), claims);
      const tokenId = tokenIdOf(token, claims);
      const expiresAt = clock.in(replayProtectedUntil(claims) - secondsOf(clock.now()));
      if (!(await tx.claimToken({ issuer: policy.issuer, tokenId, expiresAt })))
        throw rejectToken('replayed');
      requireQuota('exchangedKeysOfApp', await tx.countLiveKeys(slug, at, 'exchanged'));
      const via = providers[policy.provider].provenanceOf(claims);
      const id = ids.next('key');
      const secret = formatPublishKey(id, ids.secret(publishSecretLength));
      const key: Key = {
        ...{ id, app: slug, name: keyNameOf(via.runId, policy.name), scopes: policy.scopes },
        ...{ secretHash: hashSecret(secret), createdAt: at, expiresAt: clock.in(policy.ttlSeconds) },
        ...{ revokedAt: undefined, lastUsedAt: undefined, trustId: policy.id, via },
      };
      await tx.recordPublisherUse(policy.id, { at, pinned });
      await tx.insertKey(key);
      const { name, scopes } = key;
      await record({ action: 'key.create', subject: id, detail: { name, scopes, trust: policy.id, via } });
      return { key, secret };
    });
  };

  const outcomeOf = (error: unknown): Parameters<typeof onExchange>[0] | undefined => {
    if (!(error instanceof Refusal)) return undefined;
    if (error.code === 'token-rejected') return 'rejected';
    if (error.code === 'publisher-untrusted') return 'untrusted';
    return error.code === 'issuer-unavailable' ? 'unavailable' : undefined;
  };

  /** Throws Refusal 'token-rejected', 'publisher-untrusted' or 'issuer-unavailable'. */
  return async (request: { token: string; app: string }): Promise<{ key: Key; secret: string }> => {
    try {
      const { claims: unverifiedClaims } = parseIdToken(request.token);
      if (!issuers.pinned.some((issuer) => issuer === unverifiedClaims.iss))
        throw rejectToken('issuer-unknown');
      requireGoodClaims(unverifiedClaims);
      const claims = await issuers.verify(request.token);
      requireGoodClaims(claims);
      const made = await makeKey(request.app, request.token, claims);
      onExchange('exchanged');
      return made;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome !== undefined) onExchange(outcome);
      throw error;
    }
  };
};
