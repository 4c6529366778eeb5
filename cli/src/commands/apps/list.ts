import type { App } from '@slipway/api';
import type { Command } from '../../command.ts';
import { formatTable } from '../../terminal/format.ts';

export const listApps: Command = {
  name: 'apps list',
  summary: 'List apps (admin key).',
  examples: [{ command: 'slipway apps list', does: 'Show all apps with their adapters and public URLs.' }],
  async run(_input, { client, output }) {
    const apps: App[] = [];
    let cursor: string | undefined;
    do {
      const page = await client().listApps({ limit: 100, ...(cursor === undefined ? {} : { cursor }) });
      apps.push(...page.apps);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    output.object({ apps });
    if (apps.length === 0) return output.line('No apps yet. Create one: slipway apps create <slug>');
    const rows = apps.map((app) => [app.slug, app.name, app.adapter, app.publicUrl]);
    output.line(formatTable(['slug', 'name', 'adapter', 'public URL'], rows));
  },
};
