import { type Command, sharedOptions } from '../../command.ts';
import { confirmDestructive } from '../../terminal/confirm.ts';

export const deleteKey: Command = {
  name: 'keys delete',
  summary: 'Revoke a key.',
  args: [{ name: '<id>', about: 'key ID, key_…' }],
  options: [sharedOptions.app, sharedOptions.yes],
  examples: [{ command: 'slipway keys delete key_abc --yes', does: 'Revoke a key without asking.' }],
  async run(input, context) {
    const id = input.args[0] ?? '';
    const app = context.settings.app();
    await confirmDestructive(input, context, `This permanently revokes key ${id} of ${app}.`);
    await context.client().revokeKey(app, id);
    context.output.object({ deleted: { key: id } });
    context.output.line(`Revoked ${id}.`);
  },
};
