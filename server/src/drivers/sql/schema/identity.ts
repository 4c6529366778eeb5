import type { Generated } from 'kysely';
import type { SigningKeyKind, SigningKeyState } from '../../../domain/model/signing-key.ts';
import type { Provider } from '../../../domain/model/trusted-publisher.ts';

export interface KeyTable {
  position: Generated<number>;
  id: string;
  app: string;
  name: string;
  scopes: string;
  secret_hash: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  trust_id: string | null;
  /** JSON. */
  via: string | null;
}

export interface TrustedPublisherTable {
  id: string;
  app: string;
  provider: Provider;
  issuer: string;
  /** JSON, like the next two. */
  claims: string;
  pinned: string | null;
  scopes: string;
  ttl_seconds: number;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export interface SigningKeyTable {
  id: string;
  app: string;
  kind: SigningKeyKind;
  key_id: string;
  public_key: string;
  name: string;
  from_version: string | null;
  state: SigningKeyState;
  created_at: string;
  retired_at: string | null;
}

export interface SessionTable {
  id_hash: string;
  key_id: string | null;
  secret_hash: string;
  created_at: string;
  used_at: string;
  expires_at: string;
}
