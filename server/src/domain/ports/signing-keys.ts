import type { SigningKey } from '../model/signing-key.ts';

/** The public keys that an app's files are signed for. */
export interface SigningKeys {
  /** In order of creation, retired ones included. */
  listSigningKeys(app: string): Promise<SigningKey[]>;
}

/** What may be changed of signing keys, inside a transaction. */
export interface SigningKeyChanges {
  /** Throws Conflict when the app has that public key already. */
  insertSigningKey(key: SigningKey): Promise<void>;
  /** Replaces name, first version and state. */
  updateSigningKey(key: SigningKey): Promise<void>;
}
