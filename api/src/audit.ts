import { type Static, Type } from 'typebox';
import { exampleAuditEntry } from './example.ts';
import { Instant, Nullable } from './field.ts';

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    at: Instant,
    actor: Type.String({ description: 'The id of the key that did it, or `admin`.' }),
    actorName: Type.String({ description: 'What people know it by: the name of the key, or `admin`.' }),
    through: Type.Optional(
      Type.Literal('dashboard', { description: 'Set where it was done by someone who signed in.' }),
    ),
    action: Type.String({ description: 'What was done, as `release.publish`.' }),
    subject: Type.String({ description: 'What it was done to.' }),
    detail: Nullable(Type.Record(Type.String(), Type.Unknown())),
  },
  { $id: 'AuditEntry', examples: [exampleAuditEntry] },
);
export type AuditEntry = Static<typeof AuditEntry>;
