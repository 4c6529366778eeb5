import type { Scope } from '@slipway/api';
import { type Command, shared, textOf, wordsOf } from '../../command.ts';

export const createKey: Command = {
  name: 'keys create',
  summary: 'Make a key for an app; its secret is shown once.',
  args: [{ name: '<name>', about: 'what it is for' }],
  options: [
    shared.app,
    {
      flags: '--scopes <scopes>',
      about: 'what it may do: read, publish, withdraw, prune, manage (publish,read unless told)',
      repeats: true,
    },
    { flags: '--expires <date>', about: 'when it stops, as 2027-01-31' },
  ],
  examples: [
    { command: 'slipway keys create ci', does: 'Makes a key that may publish and read.' },
    {
      command: 'slipway keys create oncall --scopes read,withdraw --expires 2027-01-31',
      does: 'Makes one that may recall a release, for a while.',
    },
  ],
  async run(input, { client, settings, output }) {
    // Whether each is a scope is for the service to say: it names those that are not.
    const words = wordsOf(input, 'scopes') as Scope[];
    const expiresAt = textOf(input, 'expires');
    const { key, secret } = await client().createKey(settings.app(), {
      name: input.args[0] ?? '',
      ...(words.length === 0 ? {} : { scopes: words }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
    output.object({ key, secret });
    output.note(
      `Made the key ${key.id} (${key.scopes.join(', ')}). Keep its secret now, it is not shown again:`,
    );
    output.line(secret);
  },
};
