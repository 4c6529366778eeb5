import { type Static, Type } from 'typebox';
import { exampleKey } from './example.ts';
import { Instant, Nullable, Omittable } from './field.ts';
import { Scope } from './scope.ts';

export const SessionCreation = Type.Object(
  { stay: Omittable(Type.Boolean({ description: 'Stay signed in for 7 days.' })) },
  { additionalProperties: false, examples: [{ stay: true }] },
);
export type SessionCreation = Static<typeof SessionCreation>;

/** The authenticated caller. */
export const Session = Type.Object(
  {
    actor: Type.Enum(['admin', 'key'] as const),
    key: Nullable(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        scopes: Type.Array(Scope),
        expiresAt: Nullable(Instant),
      }),
    ),
    app: Nullable(Type.String()),
    expiresAt: Nullable(Instant),
  },
  {
    $id: 'Session',
    examples: [
      {
        actor: 'key',
        key: {
          id: exampleKey.id,
          name: exampleKey.name,
          scopes: exampleKey.scopes,
          expiresAt: exampleKey.expiresAt,
        },
        app: 'hello',
        expiresAt: exampleKey.expiresAt,
      },
    ],
  },
);
export type Session = Static<typeof Session>;

/** A session in the operator's list. */
export const SessionListing = Type.Object(
  {
    actor: Type.Enum(['admin', 'key'] as const),
    key: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
    app: Nullable(Type.String()),
    createdAt: Instant,
    usedAt: Instant,
    expiresAt: Instant,
  },
  {
    $id: 'SessionListing',
    examples: [
      {
        actor: 'key',
        key: { id: exampleKey.id, name: exampleKey.name },
        app: 'hello',
        createdAt: '2026-03-14T09:26:53.000Z',
        usedAt: '2026-03-14T09:41:00.000Z',
        expiresAt: '2026-03-14T21:26:53.000Z',
      },
    ],
  },
);
export type SessionListing = Static<typeof SessionListing>;
