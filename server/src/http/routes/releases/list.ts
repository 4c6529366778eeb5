import { fieldBounds, Release, ReleaseState } from '@slipway/api';
import { Type } from 'typebox';
import { PageFields, parsePageRequest } from '../../query/paging.ts';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRelease } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const listReleases = appRoute({
  summary: 'List releases, newest first, drafts and withdrawn ones included',
  description:
    'Everything of the app, drafts and withdrawn releases too. Narrow it by channel, state or version; pass `next` as `cursor` to read the following page.',
  query: Type.Object({
    ...PageFields,
    channel: Type.Optional(Type.String({ description: 'Only this channel.' })),
    state: Type.Optional(ReleaseState),
    version: Type.Optional(
      Type.String({
        maxLength: fieldBounds.version,
        description: 'Only versions that contain this text, in either case.',
      }),
    ),
  }),
  responses: {
    200: Type.Object({ releases: Type.Array(Release), next: Type.Union([Type.String(), Type.Null()]) }),
  },
  problems: ['invalid-fields', 'invalid-cursor', 'not-found'],
  handle: async ({ caller, query }, { releaseQueries }: Needs<'releaseQueries'>) => {
    const { channel, state, version } = query;
    const { items, next } = await releaseQueries.listReleases(caller.app, {
      ...parsePageRequest(query),
      channel,
      state,
      version,
    });
    return ok({ releases: items.map(renderRelease), next: next ?? null });
  },
});
