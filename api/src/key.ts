import { type Static, Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import { exampleKey, exampleKeyCreation } from './example.ts';
import { DateTimeInput, Instant, Nullable, Omittable } from './field.ts';
import { Scope, scopes } from './scope.ts';
import { Via } from './trusted-publisher.ts';

export const Key = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    scopes: Type.Array(Scope),
    createdAt: Instant,
    expiresAt: Nullable(Instant),
    lastUsedAt: Nullable(Instant),
    revokedAt: Nullable(Instant),
    trustId: Type.Optional(
      Type.String({ description: 'The trusted publisher whose token created the key, if any.' }),
    ),
    via: Type.Optional(Via),
  },
  { $id: 'Key', examples: [exampleKey] },
);
export type Key = Static<typeof Key>;

export const KeyCreation = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: fieldBounds.keyName, description: 'What the key is for.' }),
    scopes: Omittable(
      Type.Array(Scope, {
        minItems: 1,
        maxItems: scopes.length,
        uniqueItems: true,
        description: 'Scopes of the key. Default: `publish` and `read`.',
      }),
    ),
    expiresAt: Omittable(DateTimeInput),
  },
  { additionalProperties: false, examples: [exampleKeyCreation] },
);
export type KeyCreation = Static<typeof KeyCreation>;
