import type { Client, Release } from '@slipway/api';

interface Where {
  app: string;
  channel: string;
  /** The id of one that does not count. */
  but?: string;
}

/** The release of the channel that was published last, as far as the newest ones tell. */
export const findLatest = async (
  client: Client,
  { app, channel, but }: Where,
): Promise<Release | undefined> => {
  const { releases } = await client.listReleases(app, { channel, state: 'published', limit: 100 });
  return releases
    .filter(({ id }) => id !== but)
    .sort((a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1))[0];
};
