import type { Release } from '@slipway/api';
import type { Context } from './context.ts';
import { exitCodes, Failure } from './failure.ts';
import { findByVersion } from './publish/draft.ts';

/** The release that an id, or a version of the channel, names. */
export const getReleaseNamed = async (name: string, { client, settings }: Context): Promise<Release> => {
  const [app, channel] = [settings.app(), settings.channel()];
  if (name.startsWith('rel_')) return (await client().getRelease(app, name)).release;
  const found = await findByVersion(client(), app, { channel, version: name });
  if (found !== undefined) return found;
  throw new Failure(`${app} has no release ${name} on ${channel}.`, {
    exit: exitCodes.failed,
    code: 'not-found',
    remedy: '`slipway releases list` shows what there is; --channel names another channel.',
  });
};
