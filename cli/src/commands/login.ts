import { createClient } from '@slipway/api';
import { type Command, hasFlag, textOf } from '../command.ts';
import type { Context } from '../context.ts';
import { credentialsPath, readCredentials, withKey, writeCredentials } from '../credentials.ts';
import { createApiFetch } from '../net/api-fetch.ts';
import { isProblem } from '../refusal.ts';
import { parseAddress, parseKey } from '../settings.ts';
import { version } from '../version.ts';

const readStdin = async (): Promise<string> => {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
  return text.trim();
};

const askKey = async (fromStdin: boolean, { ask }: Context): Promise<string> => {
  const key = fromStdin
    ? await readStdin()
    : await ask.secret({
        message: 'Its key (a publish key or the admin key)',
        missing: 'No key given: there is no terminal to ask for it.',
        otherwise: 'Pipe the key in with --key-stdin, or set SLIPWAY_KEY instead of logging in.',
      });
  return parseKey(key, 'The key');
};

/** Fails when the service does not know the key. A key may be good and still not list apps. */
const tryKey = async (url: string, key: string, context: Context): Promise<void> => {
  const fetch = createApiFetch({ userAgent: `slipway-cli/${version}`, signal: context.interrupted });
  const client = createClient({ baseUrl: url, key, fetch });
  const app = context.settings.findApp();
  try {
    if (app === undefined) await client.listApps({ limit: 1 });
    else await client.getApp(app);
  } catch (error) {
    if (!isProblem(error, 'scope-missing')) throw error;
  }
};

export const login: Command = {
  name: 'login',
  summary: 'Keep a service’s address and key on this machine.',
  about: `The key is tried first, then kept in a file that only its owner can read (\`credentials.json\` under
\`$XDG_CONFIG_HOME/slipway\` or \`~/.config/slipway\`), for that address alone. With \`--app\` it is kept for that app.
In pipelines set \`SLIPWAY_URL\` and \`SLIPWAY_KEY\` instead.`,
  options: [
    { flags: '--app <slug>', about: 'keep the key for this app alone' },
    { flags: '--key-stdin', about: 'read the key from the standard input' },
  ],
  examples: [
    { command: 'slipway login', does: 'Asks for the address and the key.' },
    {
      command: 'slipway login --url https://releases.example.com --key-stdin < key.txt',
      does: 'Takes both unasked.',
    },
  ],
  async run(input, context) {
    const { settings, ask, output, env } = context;
    const url =
      settings.findUrl() ??
      (await ask.text({
        message: 'The address of the service',
        missing: 'No service address given.',
        otherwise: 'Pass --url or set SLIPWAY_URL.',
        placeholder: 'https://releases.example.com',
      }));
    const address = parseAddress(url, 'The answer');
    const key = await askKey(hasFlag(input, 'keyStdin'), context);
    await tryKey(address, key, context);
    const path = credentialsPath(env);
    const app = textOf(input, 'app');
    await writeCredentials(path, withKey(await readCredentials(path), { url: address, app, key }));
    output.object({ login: { url: address, app: app ?? null, file: path } });
    output.line(`Logged in to ${address}. The key is kept in ${path}.`);
    if (env.SLIPWAY_KEY) output.warn('SLIPWAY_KEY is set and goes before the key that is kept.');
  },
};
