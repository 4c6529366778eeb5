import { type Command, shared } from '../../command.ts';
import { confirmDestruction } from '../../terminal/confirm.ts';
import { oneLine } from '../../terminal/plain-text.ts';

export const deleteApp: Command = {
  name: 'apps delete',
  summary: 'Delete an app that never published anything (needs the admin key).',
  args: [{ name: '<slug>', about: 'the app' }],
  options: [shared.yes],
  examples: [{ command: 'slipway apps delete acme-test', does: 'Deletes it, after asking.' }],
  async run(input, context) {
    const slug = input.args[0] ?? '';
    const { app } = await context.client().getApp(slug);
    await confirmDestruction(
      input,
      context,
      `This deletes the app ${slug} (${oneLine(app.name)}) permanently, with its drafts, keys and domains.`,
    );
    await context.client().deleteApp(slug);
    context.output.object({ deleted: { app: slug } });
    context.output.line(`Deleted the app ${slug}.`);
  },
};
