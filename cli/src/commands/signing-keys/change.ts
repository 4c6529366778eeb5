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
  summary: 'Change since which version a signing key is built in, or take a retired one into use again.',
  about: `Clients are offered what their own key can verify from the next check on, so that a wrong \`--from-version\` is mended by
the right one.`,
  args: [{ name: '<id>', about: 'the signing key’s id, sig_…' }],
  options: [
    sharedOptions.app,
    { flags: '--name <text>', about: 'what to call it' },
    {
      flags: '--from-version <version>',
      about: 'the first version that has it built in; none is from the beginning',
    },
    { flags: '--active', about: 'accept what it signs again, after it was retired' },
  ],
  examples: [
    {
      command: 'slipway signing-keys change sig_abc --from-version 1.5.0',
      does: 'Offers what it signed to clients of 1.5.0 and newer only.',
    },
    { command: 'slipway signing-keys change sig_abc --active', does: 'Accepts what it signs again.' },
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
