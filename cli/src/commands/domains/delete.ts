import { type Command, shared } from '../../command.ts';
import { confirmDestruction } from '../../confirming.ts';

export const deleteDomain: Command = {
  name: 'domains delete',
  summary: 'Take a domain from an app (admin key).',
  args: [{ name: '<domain>', about: 'the host' }],
  options: [shared.app, shared.yes],
  examples: [{ command: 'slipway domains delete updates.example.com', does: 'Takes it away after asking.' }],
  async run(input, context) {
    const domain = input.args[0] ?? '';
    const app = context.settings.app();
    await confirmDestruction(
      input,
      context,
      `This takes ${domain} from ${app}: clients that ask there get nothing.`,
    );
    await context.client().deleteDomain(app, domain);
    context.output.object({ deleted: { domain } });
    context.output.line(`Took ${domain} away.`);
  },
};
