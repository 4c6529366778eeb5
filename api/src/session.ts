import { type Static, Type } from 'typebox';
import { exampleKey } from './example.ts';
import { Instant, Nullable } from './field.ts';
import { Scope } from './scope.ts';

/** Who asks, as the service knows it. */
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
