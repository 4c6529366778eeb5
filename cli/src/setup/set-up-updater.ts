import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Input } from '../command.ts';
import type { Context } from '../context.ts';
import { usageFailure } from '../errors/failure.ts';
import { changeFile } from './change-file.ts';
import { setUpElectron } from './set-up-electron.ts';
import { tauriSnippet } from './snippets.ts';
import { lacksPublicKey, setUpdaterEndpoint, tauriEndpoint } from './tauri-config.ts';
import { findUpdaterGaps } from './updater-gaps.ts';
import type { UpdaterSetup } from './updater-setup.ts';

/* Writes the updater configuration if that is confirmed and safe, otherwise prints it. */

const changeTauri = async (
  { path, endpoint }: { path: string; endpoint: string },
  input: Input,
  context: Context,
): Promise<boolean> => {
  const name = relative(context.cwd, path);
  const change = (text: string): string => {
    try {
      return setUpdaterEndpoint(text, endpoint);
    } catch {
      throw usageFailure(`${name} is not JSON.`, 'Fix it, then run `slipway init` again.');
    }
  };
  const came = await changeFile({ path, change }, input, context);
  if (came === 'changed') context.output.line(`Changed ${name}.`);
  if (came === 'same') context.output.line(`${name} already uses ${endpoint}.`);
  if (came !== 'left' && lacksPublicKey(await readFile(path, 'utf8')))
    context.output.warn(
      `${name} has no plugins.updater.pubkey, which the updater requires. Run \`tauri signer generate -w ~/.tauri/app.key\` and add the contents of the .pub file.`,
    );
  for (const { detail, remedy } of came === 'left' ? [] : await findUpdaterGaps(path))
    context.output.warn(`${detail} ${remedy}`);
  return came === 'changed';
};

const setUpTauri = async (updater: UpdaterSetup, input: Input, context: Context): Promise<boolean> => {
  const { project, publicUrl, channel } = updater;
  if (publicUrl.startsWith('http:'))
    context.output.note(
      'Tauri release builds reject http:// unless the updater sets "dangerousInsecureTransportProtocol": true.',
    );
  if (project.tauriConfig !== undefined && updater.app !== undefined)
    return await changeTauri(
      { path: project.tauriConfig, endpoint: tauriEndpoint(publicUrl, channel) },
      input,
      context,
    );
  context.output.line('\nAdd this to tauri.conf.json:\n');
  context.output.line(tauriSnippet(publicUrl, channel));
  context.output.note(`
If you ship several bundles for one platform, use {{target}}-{{bundle_type}} instead of {{target}} and
publish with --bundle-targets.`);
  return false;
};

/** Warns if the app's adapter does not match its clients, because responses would lack required fields. */
const warnAboutAdapter = ({ project, app }: UpdaterSetup, { output }: Context): void => {
  const fits = { tauri: 'tauri', electron: 'rest', other: app?.adapter }[project.kind];
  if (app !== undefined && app.adapter !== fits)
    output.warn(
      `this is ${project.kind === 'tauri' ? 'a Tauri' : 'an Electron'} app, but ${app.slug} uses the ${app.adapter} adapter. Change it with \`slipway apps change ${app.slug} --adapter ${fits}\`.`,
    );
};

/** Writes the address to the app's configuration or prints it; returns the changed file. */
export const setUpUpdater = async (
  updater: UpdaterSetup,
  input: Input,
  context: Context,
): Promise<string | undefined> => {
  const { project, app } = updater;
  warnAboutAdapter(updater, context);
  const isTauri = project.kind === 'tauri' || (project.kind === 'other' && app?.adapter !== 'rest');
  if (!isTauri) return await setUpElectron(updater, input, context);
  return (await setUpTauri(updater, input, context)) ? project.tauriConfig : undefined;
};
