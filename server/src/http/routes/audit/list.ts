import { AuditEntry, fieldBounds } from '@slipway/api';
import { Type } from 'typebox';
import { renderAuditEntry } from '../../answer/wire.ts';
import { PageFields, pageOf } from '../../request/paging.ts';
import { appRoute, ok } from '../../route.ts';

export const listAudit = appRoute({
  summary: 'Read what was changed and by whom, newest first',
  description:
    'One entry for every change: who, when, what, and the details; `subject` narrows it down to one release, key or channel. Pass `next` as `cursor` to read the following page.',
  query: Type.Object({
    ...PageFields,
    subject: Type.Optional(
      Type.String({
        maxLength: fieldBounds.subject,
        description: 'Only what was done to this: the id of a release or a key, the name of a channel.',
      }),
    ),
  }),
  answers: {
    200: Type.Object({ entries: Type.Array(AuditEntry), next: Type.Union([Type.String(), Type.Null()]) }),
  },
  problems: ['invalid-fields', 'invalid-cursor', 'not-found'],
  handle: async ({ verbs, caller, query }) => {
    const { items, next } = await verbs.reading.listAudit(caller.app, {
      ...pageOf(query),
      subject: query.subject,
    });
    return ok({ entries: items.map(renderAuditEntry), next: next ?? null });
  },
});
