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
  'As minisign shows it; of a raw Ed25519 key the first 8 bytes of its SHA-256. Upper-case hex.';

export const SigningKey = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(['minisign', 'ed25519'] as const),
    keyId: Type.String({ description: keyIdWords }),
    publicKey: Type.String({ description: 'The line `RW…` of minisign, or 32 bytes; base64.' }),
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
  description: 'A name for people; its id unless given.',
});

const FromVersion = Type.String({
  maxLength: fieldBounds.version,
  pattern: versionPattern,
  description: 'The first version of the app that has the key built in; left out, all of them have.',
});

export const SigningKeyCreation = Type.Object(
  {
    publicKey: Type.String({
      minLength: 1,
      maxLength: fieldBounds.publicKey,
      description:
        'The content of Tauri’s `.pub` file, minisign’s public key or its second line, or 32 bytes of Ed25519 in base64. Never the private key.',
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
    id: Type.String({ description: 'Of the signing key.' }),
    keyId: Type.String(),
    version: Nullable(Type.String({ description: 'What the signature was made for.' })),
  },
  { description: 'Missing until its signature was judged; null where it is nobody’s that the app knows.' },
);
export type SignedBy = Static<typeof SignedBy>;
