import { type Command, hasFlag, type Input, optionText } from '../command.ts';
import type { Context } from '../context.ts';
import { adapterFor, detectProject, type Project, slugFor } from '../setup/detect.ts';
import type { AppConnection } from '../setup/ensure-app.ts';
import { chooseAddress, promptForKey, saveKey } from '../setup/login.ts';
import { type PreparedService, prepareIfReachable } from '../setup/prepare-service.ts';
import { findRemote } from '../setup/remote.ts';
import { setUpUpdater } from '../setup/set-up-updater.ts';
import { pipelineSnippet } from '../setup/snippets.ts';
import { tauriEndpoint } from '../setup/tauri-config.ts';
import { updateProjectFile } from '../setup/update-project-file.ts';

/** Validates before writing, because later commands trust the slug in a project file. */
const faultOfSlug = (slug: string): string | undefined =>
  /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(slug)
    ? undefined
    : 'A slug has 1 to 63 characters: a-z, 0-9, and hyphens inside.';

const chooseApp = async (project: Project, { settings, prompt }: Context): Promise<string> => {
  const configured = settings.findApp();
  const fault = configured === undefined ? undefined : faultOfSlug(configured);
  if (configured !== undefined && fault === undefined) return configured;
  return prompt.text({
    message: 'The app’s slug: its name in addresses, of a-z, 0-9 and hyphens',
    missing: fault === undefined ? 'No app given.' : `"${configured}" is no slug. ${fault}`,
    nonInteractiveHint: 'Pass --app or set SLIPWAY_APP.',
    initial: slugFor(configured ?? project.name),
    placeholder: 'my-app',
    validate: faultOfSlug,
  });
};

/** Uses the existing key, or asks for one and saves it; undefined if there is no terminal. */
const chooseKey = async (at: AppConnection, input: Input, context: Context): Promise<string | undefined> => {
  const fromStdin = hasFlag(input, 'keyStdin');
  const configured = fromStdin ? undefined : context.settings.findKey(at);
  if (configured !== undefined || !(fromStdin || context.prompt.isInteractive)) return configured;
  const { key, holder } = await promptForKey(at.url, fromStdin, context);
  const path = await saveKey({ url: at.url, key, app: holder === 'app' ? at.app : undefined }, context);
  context.output.line(`The key is valid, and stored in ${path}.`);
  return key;
};

const printPipeline = (
  at: Parameters<typeof pipelineSnippet>[0],
  key: { id: string; secret: string } | undefined,
  { output }: Context,
): void => {
  if (key !== undefined) {
    output.note(`\nCreated the key ${key.id} for your pipeline. Copy its secret now, it is not shown again:`);
    output.line(key.secret);
  }
  output.line(
    `\nIn a pipeline, after the build (docs/ci of Slipway has whole recipes):\n\n${pipelineSnippet(at)}`,
  );
};

export const init: Command = {
  name: 'init',
  summary: 'Set up a project, from nothing to its first release.',
  about: `Asks for what it needs, or takes it from flags and the environment: the address of the service and a key (which it
stores as \`slipway login\` does), the app (which it creates if it does not exist), a key for your pipeline (shown once),
the public key of \`tauri.conf.json\` (with which the service then verifies signatures, and refuses releases that it has
not signed if you agree) and the updater's configuration. It shows every change of a file before it makes it, and never replaces what is there:
\`tauri.conf.json\` gets the endpoint and \`createUpdaterArtifacts\`, and its \`pubkey\` stays as it is. For an Electron app
electron-builder's configuration (\`build\` in \`package.json\`, \`electron-builder.yml\` or \`.json\`) gets \`publish\` with
the feed's address where it has none; code for Electron Forge and for apps without an updater is printed. \`--yes\`
answers every question with yes.

Writes \`slipway.json\` into this folder, to be kept with the source; it never holds a key. Members: \`url\`, \`app\`,
\`channel\`, \`paths\` (what \`publish\` and \`upload\` take when no files are given) and \`require\` (targets that every
release must have).`,
  options: [
    { flags: '--app <slug>', about: 'the app' },
    {
      flags: '--channel <name>',
      about: 'the channel (default: SLIPWAY_CHANNEL, then the project file, then stable)',
    },
    { flags: '--path <path>', about: 'where the build leaves its files', repeats: true },
    {
      flags: '--adapter <id>',
      about:
        'the format of update answers, if the app is created: tauri or rest (default: by what the folder holds)',
    },
    { flags: '--key-stdin', about: 'read the key from standard input' },
    { flags: '--no-ci-key', about: 'do not offer to create a key for the pipeline' },
    { flags: '--yes', about: 'answer every question with yes' },
  ],
  examples: [
    { command: 'slipway init', does: 'Asks for everything, and ends with the command that publishes.' },
    {
      command: 'slipway init --url https://releases.example.com --app acme --key-stdin --yes < admin-key',
      does: 'Does all of it without asking.',
    },
  ],
  async run(input, context) {
    const { output, cwd, settings } = context;
    const detected = await detectProject(cwd);
    const url = await chooseAddress(context);
    const slug = await chooseApp(detected, context);
    const channel = settings.channel();
    const key = await chooseKey({ url, app: slug }, input, context);
    const { path, file } = await updateProjectFile({ url, app: slug, channel }, input, context);
    const adapter = optionText(input, 'adapter') ?? adapterFor(detected);
    const prepared: PreparedService =
      key === undefined
        ? {}
        : await prepareIfReachable({ url, app: slug, key }, { adapter, channel }, { input, context });
    const publicUrl = prepared.app?.publicUrl ?? 'https://<the app’s public host>';
    const changed = await setUpUpdater(
      { project: detected, app: prepared.app, publicUrl, channel },
      input,
      context,
    );
    const { folder: _, ...project } = file;
    output.object({
      file: path,
      project,
      endpoint: tauriEndpoint(publicUrl, channel),
      created: prepared.isNew ?? false,
      key: prepared.key ?? null,
      signingKey: prepared.signingKey ?? null,
      changed: changed === undefined ? [] : [changed],
    });
    printPipeline({ url, app: slug, channel, remote: await findRemote(cwd) }, prepared.key, context);
    const next = prepared.app === undefined ? 'Once the app exists: b' : 'B';
    output.line(`\n${next}uild your app, then publish it with:\n\n  slipway publish`);
  },
};
