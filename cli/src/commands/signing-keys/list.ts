import { type Command, sharedOptions } from '../../command.ts';
import { signingKeysTable } from '../../signing/describe.ts';

export const listSigningKeys: Command = {
  name: 'signing-keys list',
  summary: 'List the public keys that verify an app’s files.',
  options: [sharedOptions.app],
  examples: [
    { command: 'slipway signing-keys list', does: 'Show all keys and the versions that trust them.' },
  ],
  async run(_input, { client, settings, output }) {
    const { signingKeys } = await client().listSigningKeys(settings.app());
    output.object({ signingKeys });
    if (signingKeys.length === 0)
      return output.line('No signing keys yet. Add one: slipway signing-keys add <file>');
    output.line(signingKeysTable(signingKeys));
  },
};
