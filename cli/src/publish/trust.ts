import type { App } from '@slipway/api';
import type { Context } from '../context.ts';
import { isProblem } from '../refusal.ts';
import { readProjectKey } from '../signing/project-key.ts';
import { type PublicKey, parsePublicKey } from '../signing/public-key.ts';
import type { Plan } from './plan.ts';
import type { Trust } from './signature-mistakes.ts';

/** The keys in use; none where the service is too old to keep any. */
const readKeys = async (app: string, { client }: Context): Promise<PublicKey[]> => {
  try {
    const { signingKeys } = await client().listSigningKeys(app);
    return signingKeys
      .filter(({ state }) => state === 'active')
      .map(({ publicKey }) => parsePublicKey(publicKey))
      .filter((key) => key !== undefined);
  } catch (error) {
    if (isProblem(error, 'not-found', 'method-not-allowed')) return [];
    throw error;
  }
};

/** What the signatures of a plan are held against; undefined where there are none, or nothing to hold them against. */
export const trustOf = async (
  plan: Plan,
  app: App | undefined,
  context: Context,
): Promise<Trust | undefined> => {
  const isSigned = plan.items.some(({ signature = '' }) => signature !== '');
  if (!isSigned || app?.signatures === 'off') return undefined;
  const keys = app === undefined ? [] : await readKeys(app.slug, context);
  const own = await readProjectKey(context.cwd);
  if (keys.length === 0 && own === undefined) return undefined;
  return { keys, own, isRequired: app?.signatures === 'require' };
};
