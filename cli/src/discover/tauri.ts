import { readTauriBundle, withMachineDefaults } from '@slipway/build-files/tauri.ts';
import { parseOs } from '@slipway/core/platform.ts';
import { withAppArches } from './app-archive.ts';
import { type BuildTool, emptyBuild } from './build.ts';

const machine = { os: parseOs(process.platform) ?? '', arch: process.arch };

/** Recognizes files by name, and a macOS archive by its content. */
export const tauri: BuildTool = async (files) => {
  const named = files.flatMap((path) => readTauriBundle(path) ?? []);
  const bundles = (await Promise.all(named.map(withAppArches))).map((bundle) =>
    withMachineDefaults(machine, bundle),
  );
  return { ...emptyBuild, bundles, claimed: bundles.map(({ path }) => path) };
};
