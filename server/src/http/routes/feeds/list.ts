import { FeedListing } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const listFeeds = appRoute({
  summary: 'List feed URLs',
  description:
    'Feed URLs and the version each offers now. Put `setting` in the updater’s configuration; `url` is what it requests, with `{version}` for its own. Empty channels list the usual feeds.',
  responses: { 200: Type.Object({ feeds: Type.Array(FeedListing) }) },
  problems: ['not-found'],
  handle: async ({ caller }, needs: Needs<'appAdmin' | 'feedExplanations' | 'hosts'>) => {
    const app = await needs.appAdmin.getApp(caller.app);
    const base = needs.hosts.publicUrl(app.publicSlug);
    const feeds = await needs.feedExplanations.listFeeds(caller.app);
    return ok({
      feeds: feeds.map(({ settingPath, documentPath, version = null, ...feed }) => ({
        ...feed,
        setting: base + settingPath,
        url: base + documentPath,
        version,
      })),
    });
  },
});
