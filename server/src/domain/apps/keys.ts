import type { Caller } from '../model/actor.ts';
import { type Fault, notFound, Refusal, requireFound } from '../model/errors.ts';
import type { Instant } from '../model/instant.ts';
import {
  defaultScopes,
  formatPublishKey,
  hashSecret,
  type Key,
  publishSecretLength,
  type Scope,
} from '../model/key.ts';
import { grantableExpiry, requireGrantable } from '../model/permissions.ts';
import { requireQuota } from '../model/quota.ts';
import type { Apps } from '../ports/apps.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { KeyChanges, Keys } from '../ports/keys.ts';
import type { InTransaction } from '../unit-of-work.ts';

export interface KeyRequest {
  name: string;
  scopes?: readonly Scope[] | undefined;
  expiresAt?: Instant | undefined;
}

type Tx = Pick<Keys, 'countLiveKeys' | 'findKey'> & Pick<KeyChanges, 'insertKey' | 'revokeKey'>;

export const createKeyAdmin = (needs: {
  store: Pick<Apps, 'findApp'> & Pick<Keys, 'listKeys'>;
  clock: Clock;
  ids: Ids;
  inTransaction: InTransaction<Tx>;
}) => {
  const { store, clock, ids, inTransaction } = needs;
  const expiryFaults = (expiresAt: Instant | undefined): Fault[] =>
    expiresAt === undefined || expiresAt > clock.now()
      ? []
      : [{ pointer: '/expiresAt', code: 'past', detail: 'expiresAt must be in the future.' }];

  const createKey = async (
    { app: slug, actor }: Caller,
    request: KeyRequest,
  ): Promise<{ key: Key; secret: string }> => {
    const scopes = request.scopes ?? defaultScopes;
    requireGrantable(actor, scopes);
    const faults = expiryFaults(request.expiresAt);
    if (faults.length > 0) throw new Refusal('invalid-fields', '`expiresAt` is in the past.', faults);
    const expiresAt = grantableExpiry(actor, request.expiresAt);
    return inTransaction(slug, actor, async ({ tx, at, record }) => {
      requireQuota('liveKeysOfApp', await tx.countLiveKeys(slug, at, 'made'));
      const id = ids.next('key');
      const secret = formatPublishKey(id, ids.secret(publishSecretLength));
      const key: Key = {
        id,
        app: slug,
        name: request.name,
        scopes,
        secretHash: hashSecret(secret),
        createdAt: at,
        expiresAt,
        revokedAt: undefined,
        lastUsedAt: undefined,
        trustId: undefined,
        via: undefined,
      };
      await tx.insertKey(key);
      await record({ action: 'key.create', subject: id, detail: { name: key.name, scopes } });
      return { key, secret };
    });
  };

  /** `made` leaves out expired keys that were exchanged for tokens. */
  const listKeys = async (slug: string, which: 'made' | 'all'): Promise<Key[]> => {
    requireFound(await store.findApp(slug), 'app');
    return store.listKeys(slug, clock.now(), which);
  };

  const revokeKey = ({ app: slug, actor }: Caller, id: string): Promise<void> =>
    inTransaction(slug, actor, async ({ tx, at, record }) => {
      const key = await tx.findKey(id);
      if (key === undefined || key.app !== slug) throw notFound('key');
      if (await tx.revokeKey(id, at))
        await record({ action: 'key.revoke', subject: id, detail: { name: key.name } });
    });

  return { expiryFaults, createKey, listKeys, revokeKey };
};
export type KeyAdmin = ReturnType<typeof createKeyAdmin>;
