import { FeedListing } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const listFeeds = appRoute({
  summary: 'List the addresses that go into updaters',
  description:
    'Every address at which updaters are served that read a document instead of asking a check, and the version that is offered there now. `setting` goes into the updater’s configuration; `url` is what it then asks for, with `{version}` for its own. A channel without releases shows the usual ones.',
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
