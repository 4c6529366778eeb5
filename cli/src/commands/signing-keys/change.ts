import type { SigningKeyChange } from '@slipway/api';
import { type Command, hasFlag, type Input, optionText, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { signingKeysTable } from '../../signing/describe.ts';

const changeOf = (input: Input): SigningKeyChange => {
  const [name, fromVersion] = [optionText(input, 'name'), optionText(input, 'fromVersion')];
  return {
    ...(name === undefined ? {} : { name }),
    ...(fromVersion === undefined ? {} : { fromVersion: fromVersion === 'none' ? null : fromVersion }),
    ...(hasFlag(input, 'active') ? { state: 'active' as const } : {}),
  };
};

export const changeSigningKey: Command = {
  name: 'signing-keys change',
  summary: 'Change a signing key’s name or first version, or reactivate it.',
  about:
    'Clients only get releases their key can verify. A corrected `--from-version` takes effect at the next check.',
  args: [{ name: '<id>', about: 'signing key ID, sig_…' }],
  options: [
    sharedOptions.app,
    { flags: '--name <text>', about: 'name of the key' },
    {
      flags: '--from-version <version>',
      about: 'first app version that includes this key; none means all versions',
    },
    { flags: '--active', about: 'reactivate a retired key' },
  ],
  examples: [
    {
      command: 'slipway signing-keys change sig_abc --from-version 1.5.0',
      does: 'Offer what this key signed only to 1.5.0 and newer.',
    },
    { command: 'slipway signing-keys change sig_abc --active', does: 'Reactivate a retired key.' },
  ],
  async run(input, { client, settings, output }) {
    const change = changeOf(input);
    if (Object.keys(change).length === 0)
      throw usageFailure('Nothing to change.', 'Pass --from-version, --name or --active.');
    const { signingKey } = await client().changeSigningKey(settings.app(), input.args[0] ?? '', change);
    output.object({ signingKey });
    output.line(signingKeysTable([signingKey]));
  },
};
