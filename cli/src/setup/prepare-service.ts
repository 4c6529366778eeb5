import type { App } from '@slipway/api';
import { hasFlag, type Input } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../errors/failure.ts';
import { isProblem, toFailure } from '../errors/to-failure.ts';
import { confirmOffer } from './confirm-offer.ts';
import { type AppConnection, ensureApp } from './ensure-app.ts';
import { identifyKey } from './login.ts';
import { createPipelineKey } from './pipeline-key.ts';
import { registerKey } from './register-key.ts';

interface SetupContext {
  input: Input;
  context: Context;
}

const ensureChannel = async (
  at: AppConnection,
  channel: string,
  { input, context }: SetupContext,
): Promise<void> => {
  const { channels } = await context.client(at).listChannels(at.app);
  if (channels.some(({ name }) => name === channel)) return;
  const create = `slipway channels create ${channel} --app ${at.app}`;
  const isWanted = await confirmOffer(input, context, {
    question: `Channel ${channel} doesn’t exist in ${at.app}. Create it?`,
    left: `Channel ${channel} doesn’t exist in ${at.app}. Pass --yes to create it, or run \`${create}\`.`,
  });
  if (!isWanted) return;
  await context
    .client(at)
    .createChannel(at.app, { name: channel })
    .then(
      () => context.output.line(`Created channel ${channel}.`),
      (error: unknown) => {
        if (!isProblem(error, 'scope-missing')) throw error;
        context.output.warn(`this key can’t create channels. Run \`${create}\` with the admin key.`);
      },
    );
};

export interface PreparedService {
  app?: App;
  isNew?: boolean;
  key?: { id: string; secret: string } | undefined;
  /** The ID of the added signing key. */
  signingKey?: string | undefined;
}

/** Creates the app, the channel, and a key for the pipeline. */
const prepareService = async (
  at: AppConnection,
  { adapter, channel }: { adapter: string; channel: string },
  { input, context }: SetupContext,
): Promise<PreparedService> => {
  const holder = await identifyKey(at, context);
  const made = await ensureApp(at, { input, adapter, holder }, context);
  if (made === undefined) return {};
  if (made.isNew) context.output.line(`Created app ${at.app} (${adapter}).`);
  await ensureChannel(at, channel, { input, context });
  const signingKey = await registerKey(at, input, context);
  const key = hasFlag(input, 'ciKey') ? await createPipelineKey(at, input, context) : undefined;
  return { ...made, key, signingKey };
};

/** Skips the step if the server is unreachable; the rest of the setup does not need it. */
export const prepareIfReachable: typeof prepareService = async (at, options, run) => {
  try {
    return await prepareService(at, options, run);
  } catch (error) {
    const failure = toFailure(error);
    if (failure.exit !== exitCodes.unreachable) throw error;
    run.context.output.warn(`could not reach the server: ${failure.message}`);
    return {};
  }
};
