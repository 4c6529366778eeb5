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
  summary: 'Read a document of a feed, as an updater does',
  description:
    'What updaters read that ask for a document and compare versions themselves. `electron` serves electron-updater’s generic provider: `latest.yml`, `latest-mac.yml`, `latest-linux.yml`, `latest-linux-arm64.yml`; in place of `latest` another channel may stand. `squirrel` serves Electron’s own autoUpdater at the addresses that update-electron-app makes, `sparkle` Sparkle’s and WinSparkle’s `darwin/appcast.xml` and `windows/appcast.xml`, or a target’s in place of the system’s, `zsync` the newest zsync file of a target at `{target}/{any name}.zsync` and its AppImage beside it, `tauri` and `cargo-packager` the static `latest.json` of theirs. `velopack` serves Velopack’s `releases.{name}.json` and, beside it, packages by their names. Of a query only what a client tells of itself is read: its version, name and system. For those that send no version, `from/{version}/` may stand before the document’s name. While a rollout is under way each client is shown what the decision gives it, and nothing that was published later.',
  params: ['feed', 'channel', '*'],
  responses: {
    ...deliveryResponses,
    200: 'The document, in the updater’s own format, or the bytes of a file.',
    204: 'The client is up to date, where it tells its version; or nothing is there for it.',
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
