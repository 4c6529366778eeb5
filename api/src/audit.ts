import { type Static, Type } from 'typebox';
import { exampleAuditEntry } from './example.ts';
import { Instant, Nullable } from './field.ts';

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    at: Instant,
    actor: Type.String({ description: 'ID of the key that made the change, or `admin`.' }),
    actorName: Type.String({ description: 'Display name of the actor: the key’s name, or `admin`.' }),
    through: Type.Optional(
      Type.Literal('dashboard', { description: 'Set if it was done in a signed-in session.' }),
    ),
    action: Type.String({ description: 'What happened, for example `release.publish`.' }),
    subject: Type.String({ description: 'ID or name of what was changed.' }),
    detail: Nullable(Type.Record(Type.String(), Type.Unknown())),
  },
  { $id: 'AuditEntry', examples: [exampleAuditEntry] },
);
export type AuditEntry = Static<typeof AuditEntry>;
