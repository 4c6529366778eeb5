import { type Command, sharedOptions } from '../../command.ts';
import { signingKeysTable } from '../../signing/describe.ts';

export const listSigningKeys: Command = {
  name: 'signing-keys list',
  summary: 'List the public keys that the app’s files are signed with.',
  options: [sharedOptions.app],
  examples: [{ command: 'slipway signing-keys list', does: 'Shows every key and who trusts it.' }],
  async run(_input, { client, settings, output }) {
    const { signingKeys } = await client().listSigningKeys(settings.app());
    output.object({ signingKeys });
    if (signingKeys.length === 0)
      return output.line('There are no signing keys yet: `slipway signing-keys add <file>` adds one.');
    output.line(signingKeysTable(signingKeys));
  },
};
