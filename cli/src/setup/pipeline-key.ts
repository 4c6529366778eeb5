import type { Input } from '../command.ts';
import type { Context } from '../context.ts';
import { isProblem } from '../errors/to-failure.ts';
import type { AppConnection } from './ensure-app.ts';
import { confirmOffer } from './offer.ts';

const keyName = 'ci';

/** The id of the live key for pipelines; null where there is none, undefined where this key may not know. */
const findExisting = async (at: AppConnection, context: Context): Promise<string | null | undefined> => {
  try {
    const { keys } = await context.client(at).listKeys(at.app);
    return keys.find(({ name, revokedAt }) => name === keyName && revokedAt === null)?.id ?? null;
  } catch (error) {
    if (!isProblem(error, 'scope-missing')) throw error;
    return undefined;
  }
};

/** Makes a key that may publish and read, for a pipeline; its secret is told once and kept nowhere. */
export const createPipelineKey = async (
  at: AppConnection,
  input: Input,
  context: Context,
): Promise<{ id: string; secret: string } | undefined> => {
  const existing = await findExisting(at, context);
  if (existing === undefined) return undefined;
  if (existing !== null) {
    context.output.note(
      `The key "${keyName}" (${existing}) exists already; its secret cannot be shown again.`,
    );
    return undefined;
  }
  const isWanted = await confirmOffer(input, context, {
    question: `Create a key for your pipeline, which may publish and read ${at.app} and nothing else?`,
    left: `A pipeline needs a key of its own: \`slipway keys create ${keyName} --app ${at.app}\`, or --yes.`,
  });
  if (!isWanted) return undefined;
  const { key, secret } = await context.client(at).createKey(at.app, { name: keyName });
  return { id: key.id, secret };
};
