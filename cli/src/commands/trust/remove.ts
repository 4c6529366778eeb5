import { type Command, sharedOptions } from '../../command.ts';
import { confirmDestructive } from '../../terminal/confirm.ts';

export const removeTrust: Command = {
  name: 'trust remove',
  summary: 'Stop trusting a pipeline and revoke its keys.',
  args: [{ name: '<id>', about: 'trust ID, tru_…' }],
  options: [sharedOptions.app, sharedOptions.yes],
  examples: [{ command: 'slipway trust remove tru_abc --yes', does: 'Remove it without asking.' }],
  async run(input, context) {
    const id = input.args[0] ?? '';
    const app = context.settings.app();
    await confirmDestructive(
      input,
      context,
      `This removes the trusted publisher ${id} of ${app} and revokes its keys.`,
    );
    await context.client().untrustPublisher(app, id);
    context.output.object({ deleted: { trustedPublisher: id } });
    context.output.line(`Removed ${id}. Its keys are revoked.`);
  },
};
