import type { App } from '@slipway/api';
import type { Input } from '../command.ts';
import type { Connection } from '../config/settings.ts';
import type { Context } from '../context.ts';
import { isProblem } from '../errors/to-failure.ts';
import { confirmOffer } from './confirm-offer.ts';

export interface AppConnection extends Connection {
  app: string;
}

const findApp = async ({ app, ...at }: AppConnection, context: Context): Promise<App | undefined> => {
  try {
    return (await context.client({ app, ...at }).getApp(app)).app;
  } catch (error) {
    if (!isProblem(error, 'not-found')) throw error;
    return undefined;
  }
};

interface EnsureAppOptions {
  input: Input;
  adapter: string;
  /** Only the admin key can create apps. */
  holder: 'admin' | 'app';
}

/** Creates a missing app after confirmation; undefined if it still does not exist. */
export const ensureApp = async (
  at: AppConnection,
  { input, adapter, holder }: EnsureAppOptions,
  context: Context,
): Promise<{ app: App; isNew: boolean } | undefined> => {
  const existing = await findApp(at, context);
  if (existing !== undefined) return { app: existing, isNew: false };
  const create = `slipway apps create ${at.app} --adapter ${adapter}`;
  if (holder === 'app') {
    context.output.warn(
      `this key sees no app ${at.app}: it belongs to another app, or ${at.app} does not exist. \`${create}\` creates it, with the admin key.`,
    );
    return undefined;
  }
  const isWanted = await confirmOffer(input, context, {
    question: `There is no app ${at.app} on ${at.url} yet. Create it (adapter ${adapter})?`,
    left: `There is no app ${at.app} on ${at.url} yet. \`${create}\` creates it, and so does --yes.`,
  });
  if (!isWanted) return undefined;
  return { app: (await context.client(at).createApp({ slug: at.app, adapter })).app, isNew: true };
};
