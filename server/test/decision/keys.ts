import type { SigningKey } from '../../src/domain/model/signing-key.ts';
import type { Random } from './random.ts';

/* Signing keys of an app that rotates them. */

export const keyNamed = (id: string, fromVersion?: string, more: Partial<SigningKey> = {}): SigningKey => ({
  ...{ id, app: 'app', kind: 'minisign', keyId: id, publicKey: id, name: id, fromVersion },
  ...{ state: 'active', createdAt: '', retiredAt: undefined, ...more },
});

export const randomKeys = (random: Random, ids: readonly string[]): SigningKey[] =>
  ids.map((id) =>
    keyNamed(id, random.has(0.6) ? random.pick(['0.5', '1', '1.1', '2', '2.9', '10']) : undefined, {
      kind: random.has(0.8) ? 'minisign' : 'ed25519',
    }),
  );
