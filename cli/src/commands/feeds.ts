import type { FeedListing } from '@slipway/api';
import { type Command, sharedOptions } from '../command.ts';
import type { Context } from '../context.ts';
import { electronBuilderSnippet } from '../setup/snippets.ts';
import { formatTable } from '../terminal/format.ts';

/* Prints the address for each updater, ready to paste. */

const host = (setting: string): string => new URL(setting).origin;

/** The configuration syntax of each updater. */
const snippets: Readonly<Record<string, (listing: FeedListing) => string[]>> = {
  electron: ({ setting, channel }) =>
    electronBuilderSnippet(host(setting), encodeURIComponent(channel)).trimEnd().split('\n'),
  squirrel: ({ setting, channel }) => [
    `updateElectronApp({ updateSource: { type: UpdateSourceType.ElectronPublicUpdateService,`,
    `  host: '${host(setting)}/feeds', repo: 'squirrel/${channel}' } })`,
  ],
  velopack: ({ setting }) => [`new UpdateManager("${setting}")`],
  sparkle: ({ url, client }) =>
    client === 'Sparkle'
      ? ['<key>SUFeedURL</key>', `<string>${url}</string>`]
      : [`win_sparkle_set_appcast_url("${url}");`],
  tauri: ({ url }) => [`"endpoints": ["${url}"]`],
  'cargo-packager': ({ url }) => [`"endpoints": ["${url}"]`],
  zsync: ({ url }) => [`zsync|${url}`],
};

const printFeed = (listings: readonly FeedListing[], { output }: Context): void => {
  const [first] = listings;
  if (first === undefined) return;
  const rows = listings.map(({ client, url, version }) => [`  ${client}`, version ?? 'nothing', url]);
  output.line(formatTable([`  ${first.feed}, ${first.channel}`, 'offers', 'URL'], rows));
  for (const line of snippets[first.feed]?.(first) ?? [`URL: ${first.setting}`]) output.line(`    ${line}`);
  output.line('');
};

export const printFeeds = (listings: readonly FeedListing[], context: Context): void => {
  const nameOf = ({ feed, channel }: FeedListing): string => `${feed}/${channel}`;
  for (const name of new Set(listings.map(nameOf)))
    printFeed(
      listings.filter((one) => nameOf(one) === name),
      context,
    );
};

export const feeds: Command = {
  name: 'feeds',
  summary: 'Show the update URL for each updater.',
  about: `Some updaters read a static document instead of requesting a check. Lists the URL of each, what it offers now, and the
line to paste into the updater’s configuration. If one offers nothing, \`slipway check --feed\` says why.`,
  options: [sharedOptions.app, sharedOptions.channel],
  examples: [{ command: 'slipway feeds', does: 'Show the feed URLs of the channel stable.' }],
  async run(_input, context) {
    const { client, settings, output } = context;
    const { feeds: all } = await client().listFeeds(settings.app());
    const channel = settings.channel();
    const listings = all.filter((one) => one.channel === channel);
    output.object({ feeds: listings });
    if (listings.length === 0) output.line(`No feeds on ${channel}.`);
    printFeeds(listings, context);
  },
};
