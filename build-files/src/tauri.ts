import { archesInName, type Bundle, parseArches, versionInName } from './bundle.ts';
import { baseName } from './path.ts';

/*
 * `tauri build` writes these files to target/[triple/]release/bundle:
 *   macos/Name.app.tar.gz                     without version and architecture
 *   appimage/Name_1.2.0_amd64.AppImage        deb/Name_1.2.0_amd64.deb       rpm/Name-1.2.0-1.x86_64.rpm
 *   msi/Name_1.2.0_x64_en-US.msi              nsis/Name_1.2.0_x64-setup.exe
 * and, with `createUpdaterArtifacts: "v1Compatible"`, the same as .AppImage.tar.gz, .msi.zip and .nsis.zip.
 */

/** The format is the file name's ending, with one exception. */
const kinds: readonly (readonly [format: string, os: string, kind: string, ending?: string])[] = [
  ['.app.tar.gz', 'darwin', 'app'],
  ['.AppImage', 'linux', 'appimage'],
  ['.AppImage.tar.gz', 'linux', 'appimage'],
  ['.deb', 'linux', 'deb'],
  ['.rpm', 'linux', 'rpm'],
  ['.msi', 'windows', 'msi'],
  ['.msi.zip', 'windows', 'msi'],
  ['.exe', 'windows', 'nsis', '-setup.exe'],
  ['.nsis.zip', 'windows', 'nsis'],
];
/** The bundles that `{os}-{arch}` selects on their systems. */
const primaryKinds = ['app', 'appimage', 'nsis'];

const machineFolder = /[\\/]target[\\/](?:release|debug)[\\/]bundle[\\/]/;
const triple = /[\\/]([a-z0-9_]+)-(?:apple-darwin|unknown-linux-\w+|pc-windows-\w+)[\\/]/;

const archesInPath = (path: string): string[] => parseArches(triple.exec(path)?.[1] ?? '');

/** The build machine, in Slipway's terms. */
export interface Machine {
  os: string;
  arch: string;
}

/** Without --target, `tauri build` builds for the machine it runs on, which supplies a missing architecture. */
export const withMachineDefaults = (machine: Machine, bundle: Bundle): Bundle =>
  bundle.arches.length === 0 && machineFolder.test(bundle.path) && machine.os === bundle.os
    ? { ...bundle, arches: parseArches(machine.arch) }
    : bundle;

/** Recognizes a Tauri bundle by its name and folder. */
export const readTauriBundle = (path: string): Bundle | undefined => {
  const name = baseName(path);
  for (const [format, os, kind, ending = format] of kinds) {
    if (!name.toLowerCase().endsWith(ending.toLowerCase())) continue;
    const named = archesInName(name.slice(0, -ending.length));
    return {
      path,
      format,
      os,
      kind,
      primary: primaryKinds.includes(kind),
      arches: named.length > 0 ? named : archesInPath(path),
      version: versionInName(name),
      origin: 'tauri',
    };
  }
  return undefined;
};
