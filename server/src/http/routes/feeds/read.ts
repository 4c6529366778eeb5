import { notFound } from '../../../domain/model/errors.ts';
import {
  type DeliveryNeeds,
  deliverArtifact,
  deliveryProblems,
  deliveryResponses,
} from '../../downloads/deliver-artifact.ts';
import { alreadySent, siteRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

const queryOf = (url = ''): string => url.slice(url.indexOf('?') + 1 || url.length);

type FeedNeeds = Needs<'downloads' | 'feedFiles' | 'feeds' | 'readClient' | 'sendResponse'>;

/** The fast path answers first if the document is in memory (memory-responses.ts). */
export const readFeed = siteRoute({
  summary: 'Get a feed document',
  description:
    'For updaters that read a document and compare versions themselves. `electron`: `latest.yml`, `latest-mac.yml`, `latest-linux.yml`, `latest-linux-arm64.yml`, or another channel in place of `latest`. `squirrel`: the URLs that update-electron-app builds for Electron’s autoUpdater. `sparkle`: `darwin/appcast.xml` and `windows/appcast.xml`, or a target in place of the system. `zsync`: `{target}/{any name}.zsync`, with its AppImage beside it. `tauri` and `cargo-packager`: the static `latest.json`. `velopack`: `releases.{name}.json`, with packages beside it. Clients can send their version, name and system in the query. If they send no version, put `from/{version}/` before the document’s name. During a rollout, each client sees what a check would offer it, and nothing published later.',
  params: ['feed', 'channel', '*'],
  responses: {
    ...deliveryResponses,
    200: 'The document in the updater’s format, or a file.',
    204: 'The client is up to date, or there is nothing for it.',
  },
  problems: [...deliveryProblems, 'database-unavailable'],
  handle: async (call, needs: FeedNeeds & DeliveryNeeds) => {
    const { site, params, request, reply } = call;
    const { downloads, feedFiles, feeds, readClient, sendResponse } = needs;
    const { feed: id, channel, '*': rest } = params;
    const asking = { site, request: request.raw };
    const ask = feeds.parse({ id, channel, rest, query: queryOf(request.raw.url) });
    if (ask?.kind === 'file') {
      const { releaseId, target } = await feedFiles.findByName(site, ask, readClient(request.raw));
      if (ask.checkedTarget !== undefined)
        feeds.countFileRead(asking, id, { channel: ask.channel, target: ask.checkedTarget(target) });
      const download = await downloads.find(site, releaseId, target);
      // zsync resolves the AppImage relative to the final URL, so it must not be redirected to the storage.
      await deliverArtifact({ ...call, needs }, download, {
        isImmutable: false,
        noRedirect: id === 'zsync',
      });
      return alreadySent;
    }
    const answer = ask && (await feeds.read(asking, id, ask));
    if (answer === undefined) throw notFound('document');
    reply.hijack();
    sendResponse(request.raw, reply.raw, answer);
    return alreadySent;
  },
});
