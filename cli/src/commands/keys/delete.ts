import { type Command, sharedOptions } from '../../command.ts';
import { confirmDestructive } from '../../terminal/confirm.ts';

export const deleteKey: Command = {
  name: 'keys delete',
  summary: 'Revoke a key: the service refuses it from then on.',
  args: [{ name: '<id>', about: 'the key’s id, key_…' }],
  options: [sharedOptions.app, sharedOptions.yes],
  examples: [{ command: 'slipway keys delete key_abc --yes', does: 'Revokes it without asking.' }],
  async run(input, context) {
    const id = input.args[0] ?? '';
    const app = context.settings.app();
    await confirmDestructive(input, context, `This revokes the key ${id} of ${app} permanently.`);
    await context.client().revokeKey(app, id);
    context.output.object({ deleted: { key: id } });
    context.output.line(`Revoked ${id}.`);
  },
};
