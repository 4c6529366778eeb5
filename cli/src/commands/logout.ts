import type { Command } from '../command.ts';
import { credentialsPath, readCredentials, withoutService, writeCredentials } from '../config/credentials.ts';

export const logout: Command = {
  name: 'logout',
  summary: 'Remove the saved keys of a server from this machine.',
  examples: [{ command: 'slipway logout', does: 'Remove the keys of the last login.' }],
  async run(_input, { settings, env, output }) {
    const path = credentialsPath(env);
    const url = settings.url();
    await writeCredentials(path, withoutService(await readCredentials(path), url));
    output.object({ logout: { url } });
    output.line(
      `Removed the keys of ${url} from this machine. They stay valid. Revoke one: slipway keys delete <id>`,
    );
  },
};
