import type { SigningKey } from '@slipway/api';
import { compareVersionTexts } from '@slipway/core/version.ts';
import { type Command, sharedOptions } from '../../command.ts';
import type { Context } from '../../context.ts';
import { confirmDestructive } from '../../terminal/confirm.ts';

/** Finds the next key if no published release contains it yet. Only the old key can sign that release. */
const findUnreached = async (id: string, { client, settings }: Context): Promise<SigningKey | undefined> => {
  const app = settings.app();
  const { signingKeys } = await client().listSigningKeys(app);
  const next = signingKeys.find((key) => key.id !== id && key.state === 'active' && key.fromVersion !== null);
  if (next === undefined) return undefined;
  const { releases } = await client().listReleases(app, { state: 'published', limit: 100 });
  const isReached = releases.some(({ version }) => compareVersionTexts(version, next.fromVersion ?? '') >= 0);
  return isReached ? undefined : next;
};

export const retireSigningKey: Command = {
  name: 'signing-keys retire',
  summary: 'Stop accepting new releases signed with a key.',
  about: `Existing releases stay published and are still offered to clients that trust the key. Retire a key after the bridge
release to the next one is published, or immediately if it may be compromised. Undo with \`signing-keys change <id> --active\`.`,
  args: [{ name: '<id>', about: 'signing key ID, sig_…' }],
  options: [sharedOptions.app, sharedOptions.yes],
  examples: [{ command: 'slipway signing-keys retire sig_abc --yes', does: 'Retire a key without asking.' }],
  async run(input, context) {
    const [id = ''] = input.args;
    const app = context.settings.app();
    const next = await findUnreached(id, context);
    if (next !== undefined)
      context.output.warn(
        `no published release includes ${next.keyId} yet (${next.fromVersion} or newer). Only a key that clients trust today can sign that bridge release. Publish it first, unless this key is lost or stolen.`,
      );
    await confirmDestructive(input, context, `This makes ${app} reject new releases signed with ${id}.`);
    const { signingKey } = await context.client().changeSigningKey(app, id, { state: 'retired' });
    context.output.object({ signingKey });
    context.output.line(
      `Retired ${signingKey.keyId} (${id}). Undo: slipway signing-keys change ${id} --active`,
    );
  },
};
