import { type Command, hasFlag, optionText, sharedOptions } from '../command.ts';
import { adapterFor, detectProject } from '../setup/detect.ts';
import { ensureApp } from '../setup/ensure-app.ts';
import { chooseAddress, promptForKey, saveKey } from '../setup/login.ts';

export const login: Command = {
  name: 'login',
  summary: 'Save a server URL and key on this machine.',
  about: `Verifies the key, then saves it for that server in a file only you can read. The file is \`credentials.json\` in
\`$XDG_CONFIG_HOME/slipway\` or \`~/.config/slipway\`. \`--app\` saves the key for one app, and offers to create a missing app. In
CI, set \`SLIPWAY_URL\` and \`SLIPWAY_KEY\` instead.`,
  options: [
    { flags: '--app <slug>', about: 'save the key for this app only' },
    { flags: '--key-stdin', about: 'read the key from standard input' },
    { ...sharedOptions.yes, about: 'create the app if it doesn’t exist' },
  ],
  examples: [
    { command: 'slipway login', does: 'Log in; prompts for the URL and the key.' },
    {
      command: 'slipway login --url https://releases.example.com --key-stdin < key.txt',
      does: 'Log in without prompts.',
    },
  ],
  async run(input, context) {
    const { output, env } = context;
    const url = await chooseAddress(context);
    const { key, holder } = await promptForKey(url, hasFlag(input, 'keyStdin'), context);
    const app = optionText(input, 'app');
    const path = await saveKey({ url, app, key }, context);
    output.object({ login: { url, app: app ?? null, file: path } });
    output.line(`Logged in to ${url}. Key saved in ${path}.`);
    if (env.SLIPWAY_KEY) output.warn('SLIPWAY_KEY is set and takes precedence over the saved key.');
    const slug = context.settings.findApp();
    if (slug === undefined) return;
    const adapter = adapterFor(await detectProject(context.cwd));
    const made = await ensureApp({ url, key, app: slug }, { input, adapter, holder }, context);
    if (made?.isNew) output.line(`Created app ${slug} (${adapter}): ${made.app.publicUrl}`);
  },
};
