import type { Command } from '../command.ts';
import { credentialsPath, readCredentials, withoutService, writeCredentials } from '../config/credentials.ts';

export const logout: Command = {
  name: 'logout',
  summary: 'Remove the stored keys of a service from this machine.',
  examples: [{ command: 'slipway logout', does: 'Removes the keys of the last login.' }],
  async run(_input, { settings, env, output }) {
    const path = credentialsPath(env);
    const url = settings.url();
    await writeCredentials(path, withoutService(await readCredentials(path), url));
    output.object({ logout: { url } });
    output.line(
      `Removed the keys of ${url} from this machine. They are still valid: \`slipway keys delete\` revokes one.`,
    );
  },
};
