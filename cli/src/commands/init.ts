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
    : 'Use 1–63 characters: a-z, 0-9 and hyphens (not at the start or end).';

const chooseApp = async (project: Project, { settings, prompt }: Context): Promise<string> => {
  const configured = settings.findApp();
  const fault = configured === undefined ? undefined : faultOfSlug(configured);
  if (configured !== undefined && fault === undefined) return configured;
  return prompt.text({
    message: 'App slug (used in URLs)',
    missing: fault === undefined ? 'Missing app.' : `"${configured}" is not a valid slug. ${fault}`,
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
  context.output.line(`Key verified and saved in ${path}.`);
  return key;
};

const printPipeline = (
  at: Parameters<typeof pipelineSnippet>[0],
  key: { id: string; secret: string } | undefined,
  { output }: Context,
): void => {
  if (key !== undefined) {
    output.note(`\nCreated CI key ${key.id}. Copy it now; it won’t be shown again:`);
    output.line(key.secret);
  }
  output.line(`\nAdd this to your CI after the build (full examples in docs/ci):\n\n${pipelineSnippet(at)}`);
};

export const init: Command = {
  name: 'init',
  summary: 'Set up a project: app, keys and updater configuration.',
  about: `Prompts for what it needs, or reads it from flags and the environment. It asks for the server URL and a key, which it
saves like \`slipway login\`. It creates the app if needed, and a CI key, which is shown once. For Tauri and Electron it
also sets up the signing key and the updater configuration. It shows every file change first and never overwrites
existing settings.

Writes \`slipway.json\`, which belongs in your repository and never contains a key. Fields: \`url\`, \`app\`, \`channel\`, \`paths\`
(default files for \`publish\` and \`upload\`) and \`require\` (targets every release must have).`,
  options: [
    { flags: '--app <slug>', about: 'app slug' },
    {
      flags: '--channel <name>',
      about: 'channel (default: SLIPWAY_CHANNEL, then slipway.json, then stable)',
    },
    { flags: '--path <path>', about: 'build output folder', repeats: true },
    {
      flags: '--adapter <id>',
      about: 'update protocol for a new app: tauri or rest (default: detected)',
    },
    { flags: '--key-stdin', about: 'read the key from standard input' },
    { flags: '--no-ci-key', about: 'don’t create a CI key' },
    { flags: '--yes', about: 'answer yes to all prompts' },
  ],
  examples: [
    { command: 'slipway init', does: 'Set up the project in this folder.' },
    {
      command: 'slipway init --url https://releases.example.com --app acme --key-stdin --yes < admin-key',
      does: 'Set up a project without prompts.',
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
    const publicUrl = prepared.app?.publicUrl ?? 'https://<public host of the app>';
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
    const next =
      prepared.app === undefined ? 'Create the app first, then build and run:' : 'Build your app, then run:';
    output.line(`\n${next}\n\n  slipway publish`);
  },
};
