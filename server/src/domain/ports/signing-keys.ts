import type { SigningKey } from '../model/signing-key.ts';

export interface SigningKeys {
  /** In order of creation, including retired keys. */
  listSigningKeys(app: string): Promise<SigningKey[]>;
}

export interface SigningKeyChanges {
  /** Throws Conflict if the app already has that public key. */
  insertSigningKey(key: SigningKey): Promise<void>;
  /** Replaces name, first version and state. */
  updateSigningKey(key: SigningKey): Promise<void>;
}
