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
    throw usageFailure(`There is no scope ${unknown.join(', ')}.`, `The scopes are ${scopes.join(', ')}.`);
  return [...new Set(words.filter(isScope))];
};

export const createKey: Command = {
  name: 'keys create',
  summary: 'Create a key for an app; its secret is shown once.',
  args: [{ name: '<name>', about: 'what it is for' }],
  options: [
    sharedOptions.app,
    {
      flags: '--scopes <scopes>',
      about: 'what it may do: read, publish, withdraw, prune, manage, report (default: publish,read)',
      repeats: true,
    },
    { flags: '--expires <date>', about: 'the date it expires, for example 2027-01-31' },
  ],
  examples: [
    { command: 'slipway keys create ci', does: 'Creates a key that may publish and read.' },
    {
      command: 'slipway keys create oncall --scopes read,withdraw --expires 2027-01-31',
      does: 'Creates one that may withdraw releases, until that date.',
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
    output.note(
      `Created the key ${key.id} (${key.scopes.join(', ')}). Copy its secret now, it is not shown again:`,
    );
    output.line(secret);
  },
};
