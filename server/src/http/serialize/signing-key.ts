import type * as api from '@slipway/api';
import type { SigningKey } from '../../domain/model/signing-key.ts';
import type { Signer } from '../../domain/model/verdict.ts';

/** A signing key as the publishing API shows it. */
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

/** Whose signature an artifact has; null where it is nobody's that the app knows. */
export const renderSigner = (signer: Signer | undefined): api.SignedBy | null =>
  signer === undefined ? null : { ...signer, version: signer.version ?? null };
