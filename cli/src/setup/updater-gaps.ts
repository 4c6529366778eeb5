import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/*
 * Besides its address, a Tauri app needs the updater crate, its registration, a call that checks for updates, the
 * permission for JavaScript, and signed update files.
 */

export interface Gap {
  detail: string;
  remedy: string;
}

const maxFiles = 500;
const maxDepth = 4;
const addPlugin = 'Run `npm run tauri add updater` (or `cargo tauri add updater`).';

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

const filesUnder = async (folder: string, ending: RegExp, depth = 0): Promise<string[]> => {
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile() && ending.test(entry.name)) found.push(path);
    else if (entry.isDirectory() && depth < maxDepth)
      found.push(...(await filesUnder(path, ending, depth + 1)));
    if (found.length >= maxFiles) break;
  }
  return found;
};

const readAll = async (folder: string, ending: RegExp): Promise<string> =>
  (await Promise.all((await filesUnder(folder, ending)).map(read))).join('\n');

/** `tauri-plugin-updater = …` in a dependencies table, or as a separate table. */
const crate = /^\s*(?:"?tauri-plugin-updater"?(?:\.\w+)?\s*=|\[.*dependencies\."?tauri-plugin-updater"?\])/m;
/** From Rust: `app.updater()`, `updater_builder()`. */
const asksInRust = /\.updater(?:_builder)?\s*\(/;
const comment = /\/\/.*$|\/\*[\s\S]*?\*\//gm;

/** The configuration is in `src-tauri/` or in the project's root. */
const projectOf = (tauriFolder: string): string =>
  basename(tauriFolder) === 'src-tauri' ? dirname(tauriFolder) : tauriFolder;

const pluginGaps = (cargo: string, rust: string): Gap[] => {
  // Without a manifest this is not a complete project, so nothing is reported.
  if (cargo === '') return [];
  if (!crate.test(cargo))
    return [
      {
        detail: 'Cargo.toml has no tauri-plugin-updater, so the app can’t update itself.',
        remedy: addPlugin,
      },
    ];
  if (/\btauri_plugin_updater\b/.test(rust)) return [];
  const detail = 'tauri-plugin-updater is not registered: no file in src/ uses it.';
  const remedy = 'Add `.plugin(tauri_plugin_updater::Builder::new().build())` to `tauri::Builder`.';
  return [{ detail, remedy }];
};

const askingGaps = (manifest: string, rust: string, permissions: string): Gap[] => {
  const asksInScript = manifest.includes('"@tauri-apps/plugin-updater"');
  if (!asksInScript && asksInRust.test(rust)) return [];
  if (!asksInScript) {
    const detail =
      'The app never checks for updates: package.json has no @tauri-apps/plugin-updater, and no Rust code calls updater().';
    const remedy = `${addPlugin} Then call \`check()\` from @tauri-apps/plugin-updater, or \`app.updater()\` in Rust.`;
    return [{ detail, remedy }];
  }
  if (/["']updater:/.test(permissions)) return [];
  const detail = 'No capability has the permission updater:default, so `check()` fails in the app.';
  return [
    { detail, remedy: 'Add "updater:default" to `permissions` in src-tauri/capabilities/default.json.' },
  ];
};

const configGaps = (config: string): Gap[] =>
  /"createUpdaterArtifacts"\s*:\s*(?:true|"v1Compatible")/.test(config)
    ? []
    : [
        {
          detail:
            'tauri.conf.json doesn’t set bundle.createUpdaterArtifacts, so builds have no signed update files.',
          remedy: 'Set "createUpdaterArtifacts": true in `bundle`, or run `slipway init`.',
        },
      ];

export const findUpdaterGaps = async (configPath: string): Promise<Gap[]> => {
  const folder = dirname(configPath);
  const [config, cargo, manifest, rust, capabilities] = await Promise.all([
    read(configPath),
    read(join(folder, 'Cargo.toml')),
    read(join(projectOf(folder), 'package.json')),
    readAll(join(folder, 'src'), /\.rs$/),
    readAll(join(folder, 'capabilities'), /\.(?:json5?|toml)$/),
  ]);
  const code = rust.replaceAll(comment, '');
  const plugin = pluginGaps(cargo, code);
  const asking =
    cargo === '' || plugin.length > 0 ? [] : askingGaps(manifest, code, `${capabilities}\n${config}`);
  return [...configGaps(config), ...plugin, ...asking];
};
