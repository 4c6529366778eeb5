import type { Client, Release } from '@slipway/api';

/** The release of the channel that was published last, as far as the newest ones tell. */
export const findLatestRelease = async (
  client: Client,
  app: string,
  channel: string,
): Promise<Release | undefined> => {
  const { releases } = await client.listReleases(app, { channel, state: 'published', limit: 100 });
  return releases.sort((a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1))[0];
};
