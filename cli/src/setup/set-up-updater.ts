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
      throw usageFailure(`${name} is not JSON.`, 'Correct it, then run `slipway init` again.');
    }
  };
  const came = await changeFile({ path, change }, input, context);
  if (came === 'changed') context.output.line(`Changed ${name}.`);
  if (came === 'same') context.output.line(`${name} already asks ${endpoint}.`);
  if (came !== 'left' && lacksPublicKey(await readFile(path, 'utf8')))
    context.output.warn(
      `${name} has no plugins.updater.pubkey, without which the updater does not start: run \`tauri signer generate -w ~/.tauri/app.key\` and put the content of the .pub file there.`,
    );
  for (const { detail, remedy } of came === 'left' ? [] : await findUpdaterGaps(path))
    context.output.warn(`${detail} ${remedy}`);
  return came === 'changed';
};

const setUpTauri = async (updater: UpdaterSetup, input: Input, context: Context): Promise<boolean> => {
  const { project, publicUrl, channel } = updater;
  if (publicUrl.startsWith('http:'))
    context.output.note(
      'Release builds of Tauri refuse http:// unless the updater has "dangerousInsecureTransportProtocol": true.',
    );
  if (project.tauriConfig !== undefined && updater.app !== undefined)
    return await changeTauri(
      { path: project.tauriConfig, endpoint: tauriEndpoint(publicUrl, channel) },
      input,
      context,
    );
  context.output.line('\nA Tauri app needs these members in tauri.conf.json:\n');
  context.output.line(tauriSnippet(publicUrl, channel));
  context.output.note(`
An app that ships several bundles for one system asks with {{target}}-{{bundle_type}} in place of {{target}};
publish it with --bundle-targets.`);
  return false;
};

/** Warns if the app's adapter does not match its clients, because responses would lack required fields. */
const warnAboutAdapter = ({ project, app }: UpdaterSetup, { output }: Context): void => {
  const fits = { tauri: 'tauri', electron: 'rest', other: app?.adapter }[project.kind];
  if (app !== undefined && app.adapter !== fits)
    output.warn(
      `this is ${project.kind === 'tauri' ? 'a Tauri' : 'an Electron'} app, but ${app.slug} answers for ${app.adapter}: \`slipway apps change ${app.slug} --adapter ${fits}\` changes that.`,
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
