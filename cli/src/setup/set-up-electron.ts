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
      'Fix it, then run `slipway init` again.',
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
  if (change === 'same') context.output.line(`${name} already uses ${url}.`);
  if (change === 'same') return 'same';
  if (change === 'versionless') {
    context.output.warn(
      `${name} doesn’t send the app’s version, so the fleet shows “unknown” and version rules don’t apply. Change url to ${url}.`,
    );
    return 'left';
  }
  if (change === 'other') {
    context.output.note(
      `${name} already has a publish setting; it was not changed. electron-updater uses the first entry.`,
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
    output.line('\nFor Electron Forge, use update-electron-app in the main process:\n');
    output.line(forgeSnippet(publicUrl, channel));
  }
  if (came === 'left') {
    output.line('\nFor electron-updater, add this to electron-builder’s configuration:\n');
    output.line(electronBuilderSnippet(publicUrl, channel));
  }
  output.line('Without an updater, check from the main process with this code:\n');
  output.line(electronSnippet(publicUrl, channel));
  return came === 'changed' ? config?.path : undefined;
};
