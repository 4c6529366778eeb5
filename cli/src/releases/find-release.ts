import type { Release } from '@slipway/api';
import type { Context } from '../context.ts';
import { exitCodes, Failure } from '../errors/failure.ts';
import { findByVersion } from '../publish/upload/draft.ts';

const notFound = (message: string, remedy: string): Failure =>
  new Failure(message, { exit: exitCodes.failed, code: 'not-found', remedy });

/** Says whether the app, the channel, or the version is missing, and lists existing ones. */
const explainMissing = async (name: string, { client, settings }: Context): Promise<Failure> => {
  const [app, channel] = [settings.app(), settings.channel()];
  const { channels } = await client().listChannels(app);
  if (!channels.some((one) => one.name === channel)) {
    const names = channels.map((one) => one.name).join(', ');
    return notFound(
      `Channel ${channel} not found in ${app}.`,
      `Available channels: ${names}. Choose one with --channel.`,
    );
  }
  const { releases } = await client().listReleases(app, { channel, limit: 5 });
  const newest = releases.length === 0 ? 'none' : releases.map(({ version }) => version).join(', ');
  return notFound(
    `Release ${name} not found in ${app} on ${channel}.`,
    `Newest releases: ${newest}. Run \`slipway releases list\` for all, or choose a channel with --channel.`,
  );
};

/** Accepts an ID, or a version on the channel. */
export const findRelease = async (name: string, context: Context): Promise<Release> => {
  const { client, settings } = context;
  const [app, channel] = [settings.app(), settings.channel()];
  if (name.startsWith('rel_')) return (await client().getRelease(app, name)).release;
  const found = await findByVersion(client(), app, { channel, version: name });
  if (found !== undefined) return found;
  throw await explainMissing(name, context);
};
