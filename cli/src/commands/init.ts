import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, hasFlag, type Input, textOf, textsOf } from '../command.ts';
import { confirmDestruction } from '../confirming.ts';
import type { Context } from '../context.ts';
import { type ProjectFile, projectFileName, writeProjectFile } from '../project-file.ts';
import { toFailure } from '../refusal.ts';
import { parseAddress } from '../settings.ts';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** A project file with its place: the address may just have been answered, and the settings do not know it. */
type PlacedProject = ProjectFile & { url: string; app: string };

const gather = async (input: Input, { settings, ask, cwd }: Context): Promise<PlacedProject> => {
  const url =
    settings.findUrl() ??
    (await ask.text({
      message: 'The address of the service',
      missing: 'No service address given.',
      otherwise: 'Pass --url or set SLIPWAY_URL.',
      placeholder: 'https://releases.example.com',
    }));
  const app =
    settings.findApp() ??
    (await ask.text({
      message: 'The app’s slug',
      missing: 'No app given.',
      otherwise: 'Pass --app or set SLIPWAY_APP.',
      placeholder: 'my-app',
    }));
  const paths = textsOf(input, 'path');
  return {
    folder: cwd,
    url: parseAddress(url, 'The address'),
    app,
    channel: textOf(input, 'channel') ?? 'stable',
    ...(paths.length === 0 ? {} : { paths }),
  };
};

/** The app's public address, where a key allows to ask for it. */
const findPublicUrl = async (context: Context, file: PlacedProject): Promise<string | undefined> => {
  try {
    if (context.settings.findKey(file) === undefined) return undefined;
    return (await context.client(file).getApp(file.app)).app.publicUrl;
  } catch (error) {
    context.output.warn(`the app’s public address could not be asked for: ${toFailure(error).message}`);
    return undefined;
  }
};

const tauriLines = (publicUrl: string, channel: string): string =>
  JSON.stringify(
    {
      bundle: { createUpdaterArtifacts: true },
      plugins: {
        updater: {
          endpoints: [`${publicUrl}/releases/${channel}/{{target}}/{{arch}}/{{current_version}}`],
          pubkey: 'the content of the .pub file of `tauri signer generate`',
        },
      },
    },
    null,
    2,
  );

export const init: Command = {
  name: 'init',
  summary: 'Write a project file, so that flags are not repeated, and print what a Tauri app needs.',
  about: `Writes \`slipway.json\` into this folder, to be kept with the source; it never holds a key. Members: \`url\`,
\`app\`, \`channel\`, \`paths\` (what \`publish\` and \`upload\` take when nothing is named) and \`require\` (targets that
every release must have).`,
  options: [
    { flags: '--app <slug>', about: 'the app' },
    { flags: '--channel <name>', about: 'the channel, stable unless told' },
    { flags: '--path <path>', about: 'where the build leaves its files', repeats: true },
    { flags: '--yes', about: 'replace a project file without asking' },
  ],
  examples: [
    {
      command: 'slipway init --url https://releases.example.com --app acme',
      does: 'Writes slipway.json and prints the lines for tauri.conf.json.',
    },
  ],
  async run(input, context) {
    const { output, cwd } = context;
    const file = await gather(input, context);
    const isSecond = await isThere(join(cwd, projectFileName));
    if (isSecond && !hasFlag(input, 'yes')) {
      await confirmDestruction(input, context, `This replaces ${projectFileName}.`);
    }
    const path = await writeProjectFile(file);
    const { folder: _, ...project } = file;
    const publicUrl = await findPublicUrl(context, file);
    const endpoint = `${publicUrl ?? 'https://<public address>'}/releases/${file.channel}/{{target}}/{{arch}}/{{current_version}}`;
    output.object({ file: path, project, endpoint });
    output.line(`Wrote ${path}.\n\nA Tauri app needs these lines in tauri.conf.json:\n`);
    output.line(tauriLines(publicUrl ?? 'https://<public address>', file.channel ?? 'stable'));
    output.note(`
An app that ships several bundles for one system asks with {{target}}-{{bundle_type}} in place of {{target}};
then publish with --bundle-targets. Next: \`slipway publish\`.`);
  },
};
