import { type Command, sharedOptions } from '../../command.ts';
import { confirmDestructive } from '../../terminal/confirm.ts';

export const deleteDomain: Command = {
  name: 'domains delete',
  summary: 'Remove a custom domain (admin key).',
  args: [{ name: '<domain>', about: 'host name' }],
  options: [sharedOptions.app, sharedOptions.yes],
  examples: [{ command: 'slipway domains delete updates.example.com', does: 'Remove it (asks first).' }],
  async run(input, context) {
    const domain = input.args[0] ?? '';
    const app = context.settings.app();
    await confirmDestructive(
      input,
      context,
      `This removes ${domain} from ${app}. Clients that use this host get no more updates.`,
    );
    await context.client().deleteDomain(app, domain);
    context.output.object({ deleted: { domain } });
    context.output.line(`Removed ${domain}.`);
  },
};
