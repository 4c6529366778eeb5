import { AuditEntry, fieldBounds } from '@slipway/api';
import { Type } from 'typebox';
import { PageFields, parsePageRequest } from '../../query/paging.ts';
import { appRoute, ok } from '../../routing/route.ts';
import { renderAuditEntry } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const listAudit = appRoute({
  summary: 'List audit log entries, newest first',
  description:
    'One entry per change: who, when, what and details. Filter by `subject`, `actor` or `action`. Pass `next` as `cursor` to get the next page.',
  query: Type.Object({
    ...PageFields,
    subject: Type.Optional(
      Type.String({
        maxLength: fieldBounds.subject,
        description: 'Only this release or key (ID) or channel (name).',
      }),
    ),
    actor: Type.Optional(
      Type.String({
        maxLength: fieldBounds.subject,
        description: 'Only this key, by name or ID; `admin` for the admin key.',
      }),
    ),
    action: Type.Optional(
      Type.String({
        maxLength: 64,
        pattern: '^[a-z-]+(?:\\.[a-z-]+)?$',
        description:
          'Only this action, for example `release.publish`; `release` matches all release actions.',
      }),
    ),
  }),
  responses: {
    200: Type.Object({ entries: Type.Array(AuditEntry), next: Type.Union([Type.String(), Type.Null()]) }),
  },
  problems: ['invalid-fields', 'invalid-cursor', 'not-found'],
  handle: async ({ caller, query }, { releaseQueries }: Needs<'releaseQueries'>) => {
    const { subject, actor, action } = query;
    const { items, next } = await releaseQueries.listAudit(caller.app, {
      ...parsePageRequest(query),
      ...{ subject, actor, action },
    });
    return ok({ entries: items.map(renderAuditEntry), next: next ?? null });
  },
});
