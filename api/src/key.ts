import { type Static, Type } from 'typebox';
import { DateTimeInput, Instant, Nullable } from './field.ts';

export const scopes = ['read', 'publish', 'withdraw', 'prune', 'manage'] as const;
export const Scope = Type.Enum(scopes);
export type Scope = (typeof scopes)[number];

export const Key = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    scopes: Type.Array(Scope),
    createdAt: Instant,
    expiresAt: Nullable(Instant),
    lastUsedAt: Nullable(Instant),
    revokedAt: Nullable(Instant),
  },
  { $id: 'Key' },
);
export type Key = Static<typeof Key>;

export const KeyCreation = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    scopes: Type.Optional(Type.Array(Scope, { minItems: 1, uniqueItems: true })),
    expiresAt: Type.Optional(Nullable(DateTimeInput)),
  },
  { additionalProperties: false },
);
export type KeyCreation = Static<typeof KeyCreation>;
