import { Type } from 'typebox';
import { bounds } from '../../../domain/model/bounds.ts';
import { defaultChannel } from '../../../domain/model/channel.ts';
import { Refusal } from '../../../domain/model/errors.ts';
import type { Offer } from '../../../domain/model/offer.ts';
import type { Site } from '../../../domain/model/site.ts';
import { visitorHintHeaders, visitorOf } from '../../client/visitor.ts';
import { downloadUrl } from '../../hosts/links.ts';
import { cacheControl, corsHeaders, privateCacheControl } from '../../response/public-headers.ts';
import { type RouteResult, siteRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

const auto = 'auto';

const redirect = (location: string, headers: Record<string, string>): RouteResult => ({
  status: 302,
  headers: { location, ...corsHeaders, ...headers },
});

/** Depends on the visitor, so shared caches must not keep it. */
const perVisitor = { 'cache-control': privateCacheControl, ...visitorHintHeaders };

/** The page of all files, for visitors whose system is unknown. */
const pageUrl = ({ baseUrl }: Site, channel: string): string =>
  `${baseUrl}/${channel === defaultChannel ? '' : `?channel=${encodeURIComponent(channel)}`}`;

const noFile = (target: string, channel: string, targets: readonly string[]): Refusal => {
  const there = targets.slice(0, bounds.namedTargets).join(', ');
  const names = targets.length === 0 ? 'It has none yet.' : `It has: ${there}.`;
  return new Refusal('not-found', `Channel "${channel}" has no file for ${target}. ${names}`);
};

/** A permanent link for a website's download button. */
export const redirectToLatest = siteRoute({
  summary: 'Redirect to the newest file for a target',
  description:
    'A permanent URL for websites. Also accepts target names of Node, .NET and Electron. `auto` picks the visitor’s system, or redirects to the download page if it is unknown.',
  params: ['target'],
  query: Type.Object({
    channel: Type.Optional(Type.String({ description: 'Default: `stable`.' })),
  }),
  responses: { 302: 'The file’s URL.' },
  problems: ['invalid-fields', 'not-found', 'database-unavailable'],
  handle: async ({ site, params: { target }, query, request }, needs: Needs<'latestLinks' | 'links'>) => {
    const { channel = defaultChannel } = query;
    const urlOf = ({ release, artifact }: Offer): string =>
      downloadUrl(needs.links, site, { releaseId: release.id, target: artifact.target });
    const targets = needs.latestLinks.targetsOf(site, channel);
    if (target === auto && targets.length > 0) {
      const offer = needs.latestLinks.findFor(site, channel, visitorOf(request.headers));
      return redirect(offer === undefined ? pageUrl(site, channel) : urlOf(offer), perVisitor);
    }
    const offer = needs.latestLinks.find(site, channel, target);
    if (offer === undefined) throw noFile(target, channel, targets);
    return redirect(urlOf(offer), { 'cache-control': cacheControl });
  },
});
