import type { Scope } from '@slipway/api';
import { type Command, type Input, optionList, optionText, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';

/** Repeated here and kept complete by its type: importing the list from `api/` would load all schemas at startup. */
const isKnown: Record<Scope, true> = {
  read: true,
  publish: true,
  withdraw: true,
  prune: true,
  manage: true,
  report: true,
};
const scopes = Object.keys(isKnown);
const isScope = (word: string): word is Scope => scopes.includes(word);

const scopesOf = (input: Input): Scope[] => {
  const words = optionList(input, 'scopes');
  const unknown = words.filter((word) => !isScope(word));
  if (unknown.length > 0)
    throw usageFailure(`Unknown scope: ${unknown.join(', ')}.`, `Valid scopes: ${scopes.join(', ')}.`);
  return [...new Set(words.filter(isScope))];
};

export const createKey: Command = {
  name: 'keys create',
  summary: 'Create a key. Its secret is shown once.',
  args: [{ name: '<name>', about: 'name of the key' }],
  options: [
    sharedOptions.app,
    {
      flags: '--scopes <scopes>',
      about: 'scopes: read, publish, withdraw, prune, manage, report (default: publish,read)',
      repeats: true,
    },
    { flags: '--expires <date>', about: 'expiry date, for example 2027-01-31' },
  ],
  examples: [
    { command: 'slipway keys create ci', does: 'Create a key that can publish and read.' },
    {
      command: 'slipway keys create oncall --scopes read,withdraw --expires 2027-01-31',
      does: 'Create a key that can withdraw releases until that date.',
    },
  ],
  async run(input, { client, settings, output }) {
    const words = scopesOf(input);
    const expiresAt = optionText(input, 'expires');
    const { key, secret } = await client().createKey(settings.app(), {
      name: input.args[0] ?? '',
      ...(words.length === 0 ? {} : { scopes: words }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
    output.object({ key, secret });
    output.note(`Created key ${key.id} (${key.scopes.join(', ')}). Copy it now; it won’t be shown again:`);
    output.line(secret);
  },
};
