import { type Command, sharedOptions } from '../../command.ts';
import { confirmDestructive } from '../../terminal/confirm.ts';

export const deleteDomain: Command = {
  name: 'domains delete',
  summary: 'Remove a custom domain from an app (needs the admin key).',
  args: [{ name: '<domain>', about: 'the host name' }],
  options: [sharedOptions.app, sharedOptions.yes],
  examples: [{ command: 'slipway domains delete updates.example.com', does: 'Removes it, after asking.' }],
  async run(input, context) {
    const domain = input.args[0] ?? '';
    const app = context.settings.app();
    await confirmDestructive(
      input,
      context,
      `This removes ${domain} from ${app}: clients that use that host find no updates any more.`,
    );
    await context.client().deleteDomain(app, domain);
    context.output.object({ deleted: { domain } });
    context.output.line(`Removed ${domain}.`);
  },
};
