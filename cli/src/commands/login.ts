import { type Command, hasFlag, optionText, sharedOptions } from '../command.ts';
import { adapterFor, detectProject } from '../setup/detect.ts';
import { ensureApp } from '../setup/ensure-app.ts';
import { chooseAddress, promptForKey, saveKey } from '../setup/login.ts';

export const login: Command = {
  name: 'login',
  summary: 'Store the address of a service and your key on this machine.',
  about: `The key is tried first, then stored in a file that only you can read (\`credentials.json\` under
\`$XDG_CONFIG_HOME/slipway\` or \`~/.config/slipway\`), for that address alone. With \`--app\` it is stored for that app.
If the app does not exist yet, the key is stored all the same, and you are asked whether to create the app. In pipelines
set \`SLIPWAY_URL\` and \`SLIPWAY_KEY\` instead.`,
  options: [
    { flags: '--app <slug>', about: 'store the key for this app only' },
    { flags: '--key-stdin', about: 'read the key from standard input' },
    { ...sharedOptions.yes, about: 'create the app without asking if it does not exist' },
  ],
  examples: [
    { command: 'slipway login', does: 'Asks for the address and the key.' },
    {
      command: 'slipway login --url https://releases.example.com --key-stdin < key.txt',
      does: 'Takes both without asking.',
    },
  ],
  async run(input, context) {
    const { output, env } = context;
    const url = await chooseAddress(context);
    const { key, holder } = await promptForKey(url, hasFlag(input, 'keyStdin'), context);
    const app = optionText(input, 'app');
    const path = await saveKey({ url, app, key }, context);
    output.object({ login: { url, app: app ?? null, file: path } });
    output.line(`Logged in to ${url}. The key is stored in ${path}.`);
    if (env.SLIPWAY_KEY) output.warn('SLIPWAY_KEY is set and takes precedence over the stored key.');
    const slug = context.settings.findApp();
    if (slug === undefined) return;
    const adapter = adapterFor(await detectProject(context.cwd));
    const made = await ensureApp({ url, key, app: slug }, { input, adapter, holder }, context);
    if (made?.isNew) output.line(`Created the app ${slug} (${adapter}): ${made.app.publicUrl}`);
  },
};
