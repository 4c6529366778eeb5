import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Input } from '../command.ts';
import type { Context } from '../context.ts';
import { usageFailure } from '../errors/failure.ts';
import { changeFile } from './change-file.ts';
import { type BuilderConfig, type ConfigChange, electronFeedUrl, setPublishUrl } from './electron-config.ts';
import { electronBuilderSnippet, electronSnippet, forgeSnippet } from './snippets.ts';
import type { UpdaterSetup } from './updater-setup.ts';

/* Adds `publish` to electron-builder's configuration if it is missing, and prints the rest. */

const changeOf = async (config: BuilderConfig, url: string, cwd: string): Promise<ConfigChange> => {
  const text = await readFile(config.path, 'utf8');
  return await setPublishUrl(text, config, url).catch(() => {
    throw usageFailure(
      `${relative(cwd, config.path)} is not ${config.format === 'json' ? 'JSON' : 'YAML'}.`,
      'Correct it, then run `slipway init` again.',
    );
  });
};

/** Writes a missing address after confirmation; returns whether it is set now. */
const changeBuilder = async (
  { config, url }: { config: BuilderConfig; url: string },
  input: Input,
  context: Context,
): Promise<'changed' | 'same' | 'left'> => {
  const name = relative(context.cwd, config.path);
  const change = await changeOf(config, url, context.cwd);
  if (change === 'same') context.output.line(`${name} already asks ${url}.`);
  if (change === 'same') return 'same';
  if (change === 'versionless') {
    context.output.warn(
      `${name} asks this service without the app’s version, so that the fleet shows “unknown” and rules by version do not apply: change url to ${url}.`,
    );
    return 'left';
  }
  if (change === 'other') {
    context.output.note(
      `${name} has a publish setting already, which was left as it is: electron-updater asks the first that stands there.`,
    );
    return 'left';
  }
  const came = await changeFile({ path: config.path, change: () => change.text }, input, context);
  if (came === 'changed') context.output.line(`Changed ${name}.`);
  return came;
};

/** Writes the feed address to electron-builder's configuration or prints it; returns the changed file. */
export const setUpElectron = async (
  { project, app, publicUrl, channel }: UpdaterSetup,
  input: Input,
  context: Context,
): Promise<string | undefined> => {
  const { output } = context;
  const { builderConfig: config, usesForge } = project;
  const url = electronFeedUrl(publicUrl, channel);
  const came =
    config === undefined || app === undefined ? 'left' : await changeBuilder({ config, url }, input, context);
  if (usesForge === true) {
    output.line('\nWith Electron Forge, ask from the main process of your app, with update-electron-app:\n');
    output.line(forgeSnippet(publicUrl, channel));
  }
  if (came === 'left') {
    output.line('\nWith electron-updater, this belongs into the configuration of electron-builder:\n');
    output.line(electronBuilderSnippet(publicUrl, channel));
  }
  output.line('Without an updater, ask from the main process of your app, with this code:\n');
  output.line(electronSnippet(publicUrl, channel));
  return came === 'changed' ? config?.path : undefined;
};
