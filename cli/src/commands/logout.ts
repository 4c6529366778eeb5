import type { Command } from '../command.ts';
import { credentialsPath, readCredentials, withoutService, writeCredentials } from '../credentials.ts';

export const logout: Command = {
  name: 'logout',
  summary: 'Forget the keys of a service on this machine.',
  examples: [{ command: 'slipway logout', does: 'Forgets the service of the last login.' }],
  async run(_input, { settings, env, output }) {
    const path = credentialsPath(env);
    const url = settings.url();
    await writeCredentials(path, withoutService(await readCredentials(path), url));
    output.object({ logout: { url } });
    output.line(`Forgot the keys of ${url}. They stay good: \`slipway keys delete\` revokes one.`);
  },
};
