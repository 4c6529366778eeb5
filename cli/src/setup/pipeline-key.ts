import type { Input } from '../command.ts';
import type { Context } from '../context.ts';
import { isProblem } from '../errors/to-failure.ts';
import { confirmOffer } from './confirm-offer.ts';
import type { AppConnection } from './ensure-app.ts';

const keyName = 'ci';

/** Null if there is none, undefined if this key may not list keys. */
const findExisting = async (at: AppConnection, context: Context): Promise<string | null | undefined> => {
  try {
    const { keys } = await context.client(at).listKeys(at.app);
    return keys.find(({ name, revokedAt }) => name === keyName && revokedAt === null)?.id ?? null;
  } catch (error) {
    if (!isProblem(error, 'scope-missing')) throw error;
    return undefined;
  }
};

/** Creates a key with the scopes publish and read. The secret is shown once and not stored. */
export const createPipelineKey = async (
  at: AppConnection,
  input: Input,
  context: Context,
): Promise<{ id: string; secret: string } | undefined> => {
  const existing = await findExisting(at, context);
  if (existing === undefined) return undefined;
  if (existing !== null) {
    context.output.note(`Key "${keyName}" (${existing}) already exists. Its secret can’t be shown again.`);
    return undefined;
  }
  const isWanted = await confirmOffer(input, context, {
    question: `Create a CI key that can only publish and read ${at.app}?`,
    left: `No CI key created. Pass --yes, or run \`slipway keys create ${keyName} --app ${at.app}\`.`,
  });
  if (!isWanted) return undefined;
  const { key, secret } = await context.client(at).createKey(at.app, { name: keyName });
  return { id: key.id, secret };
};
