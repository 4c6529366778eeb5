import { fieldBounds, Release, ReleaseState } from '@slipway/api';
import { Type } from 'typebox';
import { PageFields, parsePageRequest } from '../../query/paging.ts';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRelease } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const listReleases = appRoute({
  summary: 'List releases, newest first',
  description:
    'All releases, including drafts and withdrawn ones. Filter by channel, state or version. Pass `next` as `cursor` to get the next page.',
  query: Type.Object({
    ...PageFields,
    channel: Type.Optional(Type.String({ description: 'Only this channel.' })),
    state: Type.Optional(ReleaseState),
    version: Type.Optional(
      Type.String({
        maxLength: fieldBounds.version,
        description: 'Only versions that contain this text, ignoring case.',
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
