import { AuditEntry, fieldBounds } from '@slipway/api';
import { Type } from 'typebox';
import { PageFields, parsePageRequest } from '../../query/paging.ts';
import { appRoute, ok } from '../../routing/route.ts';
import { renderAuditEntry } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const listAudit = appRoute({
  summary: 'Read what was changed and by whom, newest first',
  description:
    'One entry for every change: who, when, what, and the details; `subject` narrows it down to one release, key or channel, `actor` to one key, `action` to one kind of change. Pass `next` as `cursor` to read the following page.',
  query: Type.Object({
    ...PageFields,
    subject: Type.Optional(
      Type.String({
        maxLength: fieldBounds.subject,
        description: 'Only what was done to this: the id of a release or a key, the name of a channel.',
      }),
    ),
    actor: Type.Optional(
      Type.String({
        maxLength: fieldBounds.subject,
        description: 'Only what this key did, by its name or ID; `admin` for the admin key.',
      }),
    ),
    action: Type.Optional(
      Type.String({
        maxLength: 64,
        pattern: '^[a-z-]+(?:\\.[a-z-]+)?$',
        description: 'Only this kind of change: `release.publish`, or `release` for all of them.',
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
