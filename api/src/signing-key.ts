import { type Static, Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import {
  exampleSigningKey,
  exampleSigningKeyChange,
  exampleSigningKeyCreation,
} from './example-signing-key.ts';
import { Instant, Nullable, Omittable } from './field.ts';
import { versionPattern } from './pattern.ts';

export const SigningKeyState = Type.Enum(['active', 'retired'] as const);
export type SigningKeyState = Static<typeof SigningKeyState>;

const keyIdWords =
  'Key ID as shown by minisign, in uppercase hex. For raw Ed25519, the first 8 bytes of the key’s SHA-256.';

export const SigningKey = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(['minisign', 'ed25519'] as const),
    keyId: Type.String({ description: keyIdWords }),
    publicKey: Type.String({ description: 'The `RW…` line of minisign, or 32 bytes; base64.' }),
    name: Type.String(),
    fromVersion: Nullable(Type.String()),
    state: SigningKeyState,
    createdAt: Instant,
    retiredAt: Nullable(Instant),
  },
  { $id: 'SigningKey', examples: [exampleSigningKey] },
);
export type SigningKey = Static<typeof SigningKey>;

const SigningKeyName = Type.String({
  minLength: 1,
  maxLength: fieldBounds.keyName,
  description: 'Display name (default: the key ID).',
});

const FromVersion = Type.String({
  maxLength: fieldBounds.version,
  pattern: versionPattern,
  description: 'First app version with this key built in. Default: all versions.',
});

export const SigningKeyCreation = Type.Object(
  {
    publicKey: Type.String({
      minLength: 1,
      maxLength: fieldBounds.publicKey,
      description:
        'Content of Tauri’s `.pub` file, a minisign public key or its second line, or 32 Ed25519 bytes in base64. Never a private key.',
    }),
    name: Omittable(SigningKeyName),
    fromVersion: Omittable(FromVersion),
  },
  { additionalProperties: false, examples: [exampleSigningKeyCreation] },
);
export type SigningKeyCreation = Static<typeof SigningKeyCreation>;

export const SigningKeyChange = Type.Object(
  {
    name: Omittable(SigningKeyName),
    fromVersion: Omittable(FromVersion),
    state: Type.Optional(SigningKeyState),
  },
  { additionalProperties: false, minProperties: 1, examples: [exampleSigningKeyChange] },
);
export type SigningKeyChange = Static<typeof SigningKeyChange>;

export const SigningKeyResponse = Type.Object({ signingKey: SigningKey });
export type SigningKeyResponse = Static<typeof SigningKeyResponse>;

/** The key whose signature the server verified against the artifact's bytes. */
export const SignedBy = Type.Object(
  {
    id: Type.String({ description: 'ID of the signing key.' }),
    keyId: Type.String(),
    version: Nullable(Type.String({ description: 'Version the signature was made for.' })),
  },
  { description: 'Absent until the signature is verified; null if no key of the app made it.' },
);
export type SignedBy = Static<typeof SignedBy>;
