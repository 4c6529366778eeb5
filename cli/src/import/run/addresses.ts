import type { App } from '@slipway/api';
import { electronFeedUrl } from '../../setup/electron-config.ts';
import { tauriEndpoint } from '../../setup/tauri-config.ts';
import type { FeedKind } from '../readers/feed.ts';

/** What goes into the next build of an app, by the updater that it has. */
export interface UpdaterAddress {
  updater: string;
  /** The setting that takes it. */
  setting: string;
  channel: string;
  address: string;
}

type Line = Omit<UpdaterAddress, 'channel'>;

const lines: Record<FeedKind, (publicUrl: string, channel: string) => Line[]> = {
  tauri: (publicUrl, channel) => [
    { updater: 'Tauri', setting: 'plugins.updater.endpoints', address: tauriEndpoint(publicUrl, channel) },
  ],
  electron: (publicUrl, channel) => [
    {
      updater: 'electron-updater',
      setting: 'publish.url',
      address: electronFeedUrl(publicUrl, channel),
    },
  ],
  squirrel: (publicUrl, channel) => [
    {
      updater: 'Squirrel',
      setting: 'feed',
      address: `${publicUrl}/feeds/squirrel/${channel}/{platform}-{arch}`,
    },
  ],
  velopack: (publicUrl, channel) => [
    { updater: 'Velopack', setting: 'UpdateManager', address: `${publicUrl}/feeds/velopack/${channel}` },
  ],
  sparkle: (publicUrl, channel) => [
    {
      updater: 'Sparkle',
      setting: 'SUFeedURL',
      address: `${publicUrl}/feeds/sparkle/${channel}/darwin/appcast.xml`,
    },
  ],
};

/** The addresses for the updaters whose feeds were read, channel by channel. */
export const updaterAddresses = (
  { publicUrl }: App,
  kinds: FeedKind[],
  channels: string[],
): UpdaterAddress[] =>
  channels.flatMap((channel) =>
    kinds.flatMap((kind) =>
      lines[kind](publicUrl, encodeURIComponent(channel)).map((line) => ({ ...line, channel })),
    ),
  );
