import type { App } from '@slipway/api';
import { electronFeedUrl } from '../../setup/electron-config.ts';
import { tauriEndpoint } from '../../setup/tauri-config.ts';
import type { FeedKind } from '../readers/feed.ts';

/** The address to put into the app's next build. */
export interface UpdaterAddress {
  updater: string;
  /** The name of the updater's setting. */
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
