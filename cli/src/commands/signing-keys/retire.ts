import { type Command, shared } from '../../command.ts';
import { confirmDestruction } from '../../confirming.ts';

export const retireSigningKey: Command = {
  name: 'signing-keys retire',
  summary: 'Accept no more releases that a key has signed.',
  about: `What it signed stays published, and clients that trust it are still offered it. Retire a key once every release is
signed by the next one, or at once when somebody else may have it.`,
  args: [{ name: '<id>', about: 'the signing key’s id, sig_…' }],
  options: [shared.app, shared.yes],
  examples: [{ command: 'slipway signing-keys retire sig_abc --yes', does: 'Retires it without asking.' }],
  async run(input, context) {
    const [id = ''] = input.args;
    const app = context.settings.app();
    await confirmDestruction(input, context, `${app} then publishes nothing more that ${id} has signed.`);
    const { signingKey } = await context.client().changeSigningKey(app, id, { state: 'retired' });
    context.output.object({ signingKey });
    context.output.line(`Retired ${signingKey.keyId} (${id}).`);
  },
};
