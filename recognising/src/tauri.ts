import { archesInName, archesNamed, type Bundle, versionInName } from './bundle.ts';
import { nameOf } from './path.ts';

/*
 * What `tauri build` leaves in target/[triple/]release/bundle, by name:
 *   macos/Name.app.tar.gz                     neither version nor architecture in it
 *   appimage/Name_1.2.0_amd64.AppImage        deb/Name_1.2.0_amd64.deb       rpm/Name-1.2.0-1.x86_64.rpm
 *   msi/Name_1.2.0_x64_en-US.msi              nsis/Name_1.2.0_x64-setup.exe
 * and, with `createUpdaterArtifacts: "v1Compatible"`, the same as .AppImage.tar.gz, .msi.zip and .nsis.zip.
 */

interface Kind {
  suffix: string;
  format: string;
  os: string;
  kind: string;
  primary: boolean;
}

const kinds: Kind[] = [
  { suffix: '.app.tar.gz', format: '.app.tar.gz', os: 'darwin', kind: 'app', primary: true },
  { suffix: '.appimage', format: '.AppImage', os: 'linux', kind: 'appimage', primary: true },
  { suffix: '.appimage.tar.gz', format: '.AppImage.tar.gz', os: 'linux', kind: 'appimage', primary: true },
  { suffix: '.deb', format: '.deb', os: 'linux', kind: 'deb', primary: false },
  { suffix: '.rpm', format: '.rpm', os: 'linux', kind: 'rpm', primary: false },
  { suffix: '.msi', format: '.msi', os: 'windows', kind: 'msi', primary: false },
  { suffix: '.msi.zip', format: '.msi.zip', os: 'windows', kind: 'msi', primary: false },
  { suffix: '-setup.exe', format: '.exe', os: 'windows', kind: 'nsis', primary: true },
  { suffix: '.nsis.zip', format: '.nsis.zip', os: 'windows', kind: 'nsis', primary: true },
];

const machineFolder = /[\\/]target[\\/](?:release|debug)[\\/]bundle[\\/]/;
const triple = /[\\/]([a-z0-9_]+)-(?:apple-darwin|unknown-linux-\w+|pc-windows-\w+)[\\/]/;

const archesInPath = (path: string): string[] => archesNamed(triple.exec(path)?.[1] ?? '');

/** The machine that built something, in Slipway's words. */
export interface Machine {
  os: string;
  arch: string;
}

/** `tauri build` without --target builds for the machine it runs on. */
const archesOfMachine = (path: string, os: string, machine: Machine | undefined): string[] =>
  machineFolder.test(path) && machine?.os === os ? archesNamed(machine.arch) : [];

/** The Tauri bundle that a file is by its name, or undefined; `machine` is where its folder says that it was built. */
export const readTauriBundle = (path: string, machine?: Machine): Bundle | undefined => {
  const name = nameOf(path);
  const kind = kinds.find(({ suffix }) => name.toLowerCase().endsWith(suffix));
  if (kind === undefined) return undefined;
  const stem = name.slice(0, -kind.suffix.length);
  const candidates = [archesInName(stem), archesInPath(path), archesOfMachine(path, kind.os, machine)];
  return {
    path,
    format: kind.format,
    os: kind.os,
    kind: kind.kind,
    primary: kind.primary,
    arches: candidates.find((arches) => arches.length > 0) ?? [],
    version: versionInName(name),
    origin: 'tauri',
  };
};
