import { type Command, optionText, sharedOptions } from '../../command.ts';
import { trustedSince } from '../../signing/describe.ts';
import { parseSigningPolicies, signingOptions } from '../../signing/policies.ts';
import { readKeyArgument } from '../../signing/read-key-argument.ts';

export const addSigningKey: Command = {
  name: 'signing-keys add',
  summary: 'Add a public key that verifies an app’s files.',
  about: `The server verifies each signature before a release is published. Accepts \`tauri.conf.json\` or its \`pubkey\`, a Tauri or
minisign \`.pub\` file, or Sparkle’s \`SUPublicEDKey\` or \`Info.plist\`. Private keys are rejected and never sent.

\`--from-version\` is the first app version that includes the key. Older clients are offered what the previous key signed,
so a rotation leaves nobody behind. Without it, the key applies to all versions. See “Rotate a key” in docs/SIGNING.md.`,
  args: [{ name: '<key>', about: 'public key, or a file that contains it' }],
  options: [
    sharedOptions.app,
    { flags: '--name <text>', about: 'name of the key' },
    { flags: '--from-version <version>', about: 'first app version that includes this key' },
    signingOptions.signatures,
  ],
  examples: [
    {
      command: 'slipway signing-keys add src-tauri/tauri.conf.json',
      does: 'Verify files with the key in the app, and warn about others.',
    },
    {
      command: 'slipway signing-keys add new.pub --from-version 1.5.0',
      does: 'Start a key rotation: 1.5.0 is the first version with the new key.',
    },
  ],
  async run(input, { client, settings, output, cwd }) {
    const { text } = await readKeyArgument(input.args[0] ?? '', cwd);
    const [name, fromVersion] = [optionText(input, 'name'), optionText(input, 'fromVersion')];
    const app = settings.app();
    const { signingKey } = await client().addSigningKey(app, {
      publicKey: text,
      ...(name === undefined ? {} : { name }),
      ...(fromVersion === undefined ? {} : { fromVersion }),
    });
    const policy = parseSigningPolicies(input);
    const { signatures = 'warn' } =
      policy.signatures === undefined
        ? (await client().getApp(app)).app
        : (await client().changeApp(app, policy)).app;
    output.object({ signingKey, signatures });
    output.line(`Added ${signingKey.keyId} (${signingKey.id}), trusted from ${trustedSince(signingKey)}.`);
    if (fromVersion !== undefined)
      output.note(
        `Build it into ${fromVersion}, and sign ${fromVersion} with the previous key: that is the bridge release. Sign later releases with ${signingKey.keyId}.`,
      );
    output.note(
      signatures === 'require'
        ? `${app} now rejects releases that its keys didn’t sign.`
        : `${app} warns about releases that its keys didn’t sign. Reject them: slipway apps change ${app} --signatures require`,
    );
  },
};
