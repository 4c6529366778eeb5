import type { Caller } from '../model/actor.ts';
import { Conflict, type Fault, Refusal, requireFound } from '../model/errors.ts';
import { type Instant, secondsOf } from '../model/instant.ts';
import { requireQuota } from '../model/quota.ts';
import {
  isActiveSigningKey,
  requireUsableSigningKey,
  type SigningKey,
  type SigningKeyState,
} from '../model/signing-key.ts';
import type { Apps } from '../ports/apps.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { SigningKeyChanges, SigningKeys } from '../ports/signing-keys.ts';
import { parsePublicKey, publicKeyFaults } from '../signatures/public-key.ts';
import type { AppTransaction, InTransaction } from '../unit-of-work.ts';

export interface SigningKeyRequest {
  publicKey: string;
  name?: string | undefined;
  fromVersion?: string | undefined;
}

/** Undefined keeps a field; null resets it to its default. */
export interface SigningKeyChangeRequest {
  name?: string | null | undefined;
  fromVersion?: string | null | undefined;
  state?: SigningKeyState | undefined;
}

/** Larger than the clock's rounding error. */
const momentSeconds = 0.01;

const withChange = (key: SigningKey, change: SigningKeyChangeRequest, at: string): SigningKey => {
  const state = change.state ?? key.state;
  return {
    ...key,
    name: change.name === undefined ? key.name : (change.name ?? key.keyId),
    fromVersion: change.fromVersion === undefined ? key.fromVersion : (change.fromVersion ?? undefined),
    state,
    retiredAt: state === 'active' ? undefined : (key.retiredAt ?? at),
  };
};

type Tx = SigningKeys & SigningKeyChanges;

export const createSigningKeyAdmin = (needs: {
  store: Pick<Apps, 'findApp'> & SigningKeys;
  clock: Clock;
  ids: Ids;
  inTransaction: InTransaction<Tx>;
}) => {
  const { store, clock, ids, inTransaction } = needs;
  /** Checks that a schema cannot express. Faults never repeat the key. */
  const signingKeyFaults = (publicKey: string | undefined): Fault[] =>
    publicKey === undefined ? [] : publicKeyFaults(publicKey);

  /** Always later than every other key, since this order shows which keys existed when a signature was verified. */
  const lastOf = (keys: readonly SigningKey[], at: Instant): Instant => {
    const { createdAt = '' } = keys.at(-1) ?? {};
    return createdAt < at ? at : clock.in(secondsOf(createdAt) - secondsOf(clock.now()) + momentSeconds);
  };

  const insert = async (
    { tx, app, at, record, invalidate }: AppTransaction<Tx>,
    key: SigningKey,
  ): Promise<SigningKey> => {
    const keys = await tx.listSigningKeys(app.slug);
    requireQuota('activeSigningKeys', keys.filter(isActiveSigningKey).length);
    requireQuota('signingKeysOfApp', keys.length);
    const made = { ...key, createdAt: lastOf(keys, at) };
    await tx.insertSigningKey(made);
    const { id: subject, kind, keyId, name, fromVersion = null } = made;
    await record({ action: 'signing-key.create', subject, detail: { kind, keyId, name, fromVersion } });
    await invalidate();
    return made;
  };

  const addSigningKey = async (
    { app: slug, actor }: Caller,
    { publicKey, name, fromVersion }: SigningKeyRequest,
  ): Promise<SigningKey> => {
    const parsed = parsePublicKey(publicKey);
    const faults = publicKeyFaults(publicKey);
    if (parsed === undefined || faults.length > 0)
      throw new Refusal('invalid-fields', 'Not a public key. Nothing was stored.', faults);
    const key: SigningKey = {
      ...{ id: ids.next('sig'), app: slug, ...parsed, name: name ?? parsed.keyId, fromVersion },
      ...{ state: 'active', createdAt: '', retiredAt: undefined },
    };
    try {
      return await inTransaction(slug, actor, (change) => insert(change, key));
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      throw new Refusal(
        'signing-key-taken',
        `Key ${parsed.keyId} already exists in this app. Change it instead.`,
      );
    }
  };

  const listSigningKeys = async (slug: string): Promise<SigningKey[]> => {
    requireFound(await store.findApp(slug), 'app');
    return store.listSigningKeys(slug);
  };

  /** Rejects a change that would make the app's signature policy impossible to meet. */
  const demandUsable = ({ app }: AppTransaction<Tx>, key: SigningKey, keys: readonly SigningKey[]): void => {
    const others = keys.filter(({ id }) => id !== key.id);
    if (isActiveSigningKey(key)) requireQuota('activeSigningKeys', others.filter(isActiveSigningKey).length);
    else requireUsableSigningKey(app, others);
  };

  const changeSigningKey = (
    { app: slug, actor }: Caller,
    id: string,
    request: SigningKeyChangeRequest,
  ): Promise<SigningKey> =>
    inTransaction(slug, actor, async (change) => {
      const { tx, at, record, invalidate } = change;
      const keys = await tx.listSigningKeys(slug);
      const key = requireFound(
        keys.find((one) => one.id === id),
        'signing key',
      );
      const changed = withChange(key, request, at);
      if (changed.state !== key.state) demandUsable(change, changed, keys);
      await tx.updateSigningKey(changed);
      await record({
        action: 'signing-key.change',
        subject: id,
        detail: { keyId: key.keyId, ...request },
      });
      await invalidate();
      return changed;
    });

  return { signingKeyFaults, addSigningKey, listSigningKeys, changeSigningKey };
};
export type SigningKeyAdmin = ReturnType<typeof createSigningKeyAdmin>;
