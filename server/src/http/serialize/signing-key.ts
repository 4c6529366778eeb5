import type * as api from '@slipway/api';
import type { Signer } from '../../domain/model/signature-verdict.ts';
import type { SigningKey } from '../../domain/model/signing-key.ts';

export const renderSigningKey = (key: SigningKey): api.SigningKey => ({
  id: key.id,
  kind: key.kind,
  keyId: key.keyId,
  publicKey: key.publicKey,
  name: key.name,
  fromVersion: key.fromVersion ?? null,
  state: key.state,
  createdAt: key.createdAt,
  retiredAt: key.retiredAt ?? null,
});

/** Null if no known key of the app made the signature. */
export const renderSigner = (signer: Signer | undefined): api.SignedBy | null =>
  signer === undefined ? null : { ...signer, version: signer.version ?? null };
