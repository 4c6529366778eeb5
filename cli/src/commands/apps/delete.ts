import { type Command, sharedOptions } from '../../command.ts';
import { confirmDestructive } from '../../terminal/confirm.ts';
import { oneLine } from '../../terminal/plain-text.ts';

export const deleteApp: Command = {
  name: 'apps delete',
  summary: 'Delete an app that has never published a release (admin key).',
  args: [{ name: '<slug>', about: 'app slug' }],
  options: [sharedOptions.yes],
  examples: [{ command: 'slipway apps delete acme-test', does: 'Delete it (asks first).' }],
  async run(input, context) {
    const slug = input.args[0] ?? '';
    const { app } = await context.client().getApp(slug);
    await confirmDestructive(
      input,
      context,
      `This permanently deletes app ${slug} (${oneLine(app.name)}) with its drafts, keys and domains.`,
    );
    await context.client().deleteApp(slug);
    context.output.object({ deleted: { app: slug } });
    context.output.line(`Deleted app ${slug}.`);
  },
};
