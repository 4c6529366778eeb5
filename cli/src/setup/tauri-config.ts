import { setJsonValue } from './json-edit.ts';

/* What Tauri's updater needs in tauri.conf.json: the address, updater artifacts and the public key, which is never ours. */

interface TauriConfig {
  bundle?: { createUpdaterArtifacts?: unknown };
  plugins?: { updater?: { endpoints?: unknown; pubkey?: unknown } };
}

/** The address that Tauri's updater asks, in its own template. */
export const tauriEndpoint = (publicUrl: string, channel: string): string =>
  `${publicUrl}/releases/${channel}/{{target}}/{{arch}}/{{current_version}}`;

const parse = (text: string): TauriConfig => JSON.parse(text.replace(/^\ufeff/, '')) as TauriConfig;

/** The text with what the updater needs; addresses that are there stay, after ours, which Tauri asks first. */
export const setUpdaterEndpoint = (text: string, endpoint: string): string => {
  const { bundle, plugins } = parse(text);
  const known = plugins?.updater?.endpoints;
  const endpoints = Array.isArray(known) ? (known as unknown[]) : [];
  let changed = text;
  if (bundle?.createUpdaterArtifacts === undefined)
    changed = setJsonValue(changed, ['bundle', 'createUpdaterArtifacts'], true);
  if (!endpoints.includes(endpoint))
    changed = setJsonValue(changed, ['plugins', 'updater', 'endpoints'], [endpoint, ...endpoints]);
  return changed;
};

/** Whether the public key is missing, without which the updater does not start. */
export const lacksPublicKey = (text: string): boolean => {
  const key = parse(text).plugins?.updater?.pubkey;
  return typeof key !== 'string' || key.trim() === '';
};
