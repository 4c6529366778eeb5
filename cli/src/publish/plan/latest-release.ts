import type { Client, Release } from '@slipway/api';

/** The release that was published last on the channel, among the newest ones. */
export const findLatestRelease = async (
  client: Client,
  app: string,
  channel: string,
): Promise<Release | undefined> => {
  const { releases } = await client.listReleases(app, { channel, state: 'published', limit: 100 });
  return releases.sort((a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1))[0];
};
