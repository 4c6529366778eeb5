import type { App } from '@slipway/api';
import type { Context } from '../../context.ts';
import { isProblem } from '../../errors/to-failure.ts';
import { readProjectKey } from '../../signing/project-key.ts';
import { type PublicKey, parsePublicKey } from '../../signing/public-key.ts';
import type { Plan } from '../plan/plan.ts';
import type { TrustedKeys } from './signature-mistakes.ts';

/** Empty if the server is too old for signing keys. */
const readKeys = async (app: string, { client }: Context): Promise<Pick<TrustedKeys, 'keys' | 'retired'>> => {
  try {
    const { signingKeys } = await client().listSigningKeys(app);
    const parse = (active: boolean): PublicKey[] =>
      signingKeys
        .filter(({ state }) => (state === 'active') === active)
        .map(({ publicKey }) => parsePublicKey(publicKey))
        .filter((key) => key !== undefined);
    return { keys: parse(true), retired: parse(false) };
  } catch (error) {
    if (isProblem(error, 'not-found', 'method-not-allowed')) return { keys: [], retired: [] };
    throw error;
  }
};

/** Undefined if the plan has no signatures or there is no key to verify them. */
export const readTrustedKeys = async (
  plan: Plan,
  app: App | undefined,
  context: Context,
): Promise<TrustedKeys | undefined> => {
  if (!plan.items.some(({ signature = '' }) => signature !== '')) return undefined;
  const { keys, retired } = app === undefined ? { keys: [], retired: [] } : await readKeys(app.slug, context);
  const policy = app?.signatures ?? 'warn';
  // An app without keys and with the policy off is not checked.
  const own = policy === 'off' ? undefined : await readProjectKey(context.cwd);
  if (keys.length === 0 && own === undefined) return undefined;
  return { keys, retired, own, policy };
};
