import { AuditEntry } from '@slipway/api';
import { Type } from 'typebox';
import { renderAuditEntry } from '../../answer/wire.ts';
import { PageQuery, pageOf } from '../../request/paging.ts';
import { appRoute, ok } from '../../route.ts';

export const listAudit = appRoute({
  summary: 'Read what was changed and by whom, newest first',
  description:
    'One entry for every change: who, when, what, and the details. Pass `next` as `cursor` to read the following page.',
  query: PageQuery,
  answers: {
    200: Type.Object({ entries: Type.Array(AuditEntry), next: Type.Union([Type.String(), Type.Null()]) }),
  },
  problems: ['invalid-fields', 'invalid-cursor', 'not-found'],
  handle: async ({ verbs, caller, query }) => {
    const { items, next } = await verbs.reading.listAudit(caller.app, pageOf(query));
    return ok({ entries: items.map(renderAuditEntry), next: next ?? null });
  },
});
