import { type Command, sharedOptions } from '../../command.ts';
import { confirmDestructive } from '../../terminal/confirm.ts';
import { oneLine } from '../../terminal/plain-text.ts';

export const deleteApp: Command = {
  name: 'apps delete',
  summary: 'Delete an app that never published anything (needs the admin key).',
  args: [{ name: '<slug>', about: 'the app' }],
  options: [sharedOptions.yes],
  examples: [{ command: 'slipway apps delete acme-test', does: 'Deletes it, after asking.' }],
  async run(input, context) {
    const slug = input.args[0] ?? '';
    const { app } = await context.client().getApp(slug);
    await confirmDestructive(
      input,
      context,
      `This deletes the app ${slug} (${oneLine(app.name)}) permanently, with its drafts, keys and domains.`,
    );
    await context.client().deleteApp(slug);
    context.output.object({ deleted: { app: slug } });
    context.output.line(`Deleted the app ${slug}.`);
  },
};
