import { builtOn, readTauriBundle } from '@slipway/recognising/tauri.ts';
import { type BuildTool, noBuild } from './build.ts';

const systems: Record<string, string> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };

const machine = { os: systems[process.platform] ?? '', arch: process.arch };

/** What `tauri build` left among files, told by their names alone. */
export const tauri: BuildTool = async (files) => {
  const bundles = files
    .flatMap((path) => readTauriBundle(path) ?? [])
    .map((bundle) => builtOn(machine, bundle));
  return { ...noBuild, bundles, claimed: bundles.map(({ path }) => path) };
};
