import { type Command, optionText, sharedOptions } from '../../command.ts';
import { trustedSince } from '../../signing/describe.ts';
import { parseSigningPolicies, signingOptions } from '../../signing/policies.ts';
import { readKeyArgument } from '../../signing/read-key-argument.ts';

export const addSigningKey: Command = {
  name: 'signing-keys add',
  summary: 'Tell the service a public key that the app’s files are signed with.',
  about: `With a key the service verifies the signature of every file against its bytes before a release is published. Takes what
people have: \`tauri.conf.json\` or its \`pubkey\`, Tauri's or minisign's \`.pub\`, or Sparkle's \`SUPublicEDKey\` or the
\`Info.plist\` with it. A private key is refused here and never sent.

\`--from-version\` is the first version of the app that has the key built in. Clients of older versions are then offered
what the key before it signed: so a key can be changed without leaving anyone behind (docs/OPERATIONS.md, "Rotating a
signing key"). Without it the key counts from the beginning.`,
  args: [{ name: '<key>', about: 'a public key, or the file that holds it' }],
  options: [
    sharedOptions.app,
    { flags: '--name <text>', about: 'what to call it' },
    { flags: '--from-version <version>', about: 'the first version that has it built in' },
    signingOptions.signatures,
  ],
  examples: [
    {
      command: 'slipway signing-keys add src-tauri/tauri.conf.json',
      does: 'Verifies files with the key that the app builds in, and warns.',
    },
    {
      command: 'slipway signing-keys add new.pub --from-version 1.5.0',
      does: 'Begins a change of keys: 1.5.0 is the first that has the new one built in.',
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
    output.line(
      `Added ${signingKey.keyId} (${signingKey.id}), which clients trust since ${trustedSince(signingKey)}.`,
    );
    if (fromVersion !== undefined)
      output.note(
        `Build it into ${fromVersion}, and sign ${fromVersion} itself with the key before it: that is the bridge. What follows is signed with ${signingKey.keyId}.`,
      );
    output.note(
      signatures === 'require'
        ? `From now on ${app} publishes only what a key of its own has signed.`
        : `What no key of ${app} has signed is warned of; \`slipway apps change ${app} --signatures require\` refuses it.`,
    );
  },
};
