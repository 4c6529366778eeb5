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
      `this key has no access to app ${at.app}, or the app doesn’t exist. Create it with the admin key: \`${create}\`.`,
    );
    return undefined;
  }
  const isWanted = await confirmOffer(input, context, {
    question: `App ${at.app} doesn’t exist on ${at.url}. Create it (adapter ${adapter})?`,
    left: `App ${at.app} doesn’t exist on ${at.url}. Pass --yes to create it, or run \`${create}\`.`,
  });
  if (!isWanted) return undefined;
  return { app: (await context.client(at).createApp({ slug: at.app, adapter })).app, isNew: true };
};
