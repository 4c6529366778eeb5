import { type Command, sharedOptions } from '../../command.ts';
import { confirmDestructive } from '../../terminal/confirm.ts';

export const removeTrust: Command = {
  name: 'trust remove',
  summary: 'Trust a pipeline no more, and revoke the keys that it has.',
  args: [{ name: '<id>', about: 'the id of the trust, tru_…' }],
  options: [sharedOptions.app, sharedOptions.yes],
  examples: [{ command: 'slipway trust remove tru_abc --yes', does: 'Ends it without asking.' }],
  async run(input, context) {
    const id = input.args[0] ?? '';
    const app = context.settings.app();
    await confirmDestructive(
      input,
      context,
      `This ends the trust ${id} of ${app} and revokes its live keys.`,
    );
    await context.client().untrustPublisher(app, id);
    context.output.object({ deleted: { trustedPublisher: id } });
    context.output.line(`Ended ${id}; its keys are revoked.`);
  },
};
