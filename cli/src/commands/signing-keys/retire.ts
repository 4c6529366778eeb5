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
  summary: 'Accept no more releases that a key has signed.',
  about: `What it signed stays published, and clients that trust it are still offered it. Retire a key once the bridge to the next one
is published, or at once when somebody else may have it. \`signing-keys change <id> --active\` takes it back.`,
  args: [{ name: '<id>', about: 'the signing key’s id, sig_…' }],
  options: [sharedOptions.app, sharedOptions.yes],
  examples: [{ command: 'slipway signing-keys retire sig_abc --yes', does: 'Retires it without asking.' }],
  async run(input, context) {
    const [id = ''] = input.args;
    const app = context.settings.app();
    const next = await findUnreached(id, context);
    if (next !== undefined)
      context.output.warn(
        `no release that has ${next.keyId} built in is published yet (${next.fromVersion} or newer): the bridge to it must be signed with a key that clients trust today. Unless this one is lost or stolen, publish the bridge first.`,
      );
    await confirmDestructive(input, context, `${app} then publishes nothing more that ${id} has signed.`);
    const { signingKey } = await context.client().changeSigningKey(app, id, { state: 'retired' });
    context.output.object({ signingKey });
    context.output.line(
      `Retired ${signingKey.keyId} (${id}). \`slipway signing-keys change ${id} --active\` takes it back.`,
    );
  },
};
