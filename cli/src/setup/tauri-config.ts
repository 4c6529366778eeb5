import { setJsonValue } from './json-edit.ts';

/* Tauri's updater needs the address, updater artifacts, and the developer's public key in tauri.conf.json. */

interface TauriConfig {
  bundle?: { createUpdaterArtifacts?: unknown };
  plugins?: { updater?: { endpoints?: unknown; pubkey?: unknown } };
}

/** The endpoint in Tauri's template syntax. */
export const tauriEndpoint = (publicUrl: string, channel: string): string =>
  `${publicUrl}/releases/${channel}/{{target}}/{{arch}}/{{current_version}}`;

const parse = (text: string): TauriConfig => JSON.parse(text.replace(/^\ufeff/, '')) as TauriConfig;

/** Puts this endpoint before existing ones, because Tauri tries the first one first. */
export const setUpdaterEndpoint = (text: string, endpoint: string): string => {
  const { bundle, plugins } = parse(text);
  const existing = plugins?.updater?.endpoints;
  const endpoints = Array.isArray(existing) ? (existing as unknown[]) : [];
  let changed = text;
  if (bundle?.createUpdaterArtifacts === undefined)
    changed = setJsonValue(changed, ['bundle', 'createUpdaterArtifacts'], true);
  if (!endpoints.includes(endpoint))
    changed = setJsonValue(changed, ['plugins', 'updater', 'endpoints'], [endpoint, ...endpoints]);
  return changed;
};

/** The updater does not start without a public key. */
export const lacksPublicKey = (text: string): boolean => {
  const key = parse(text).plugins?.updater?.pubkey;
  return typeof key !== 'string' || key.trim() === '';
};
