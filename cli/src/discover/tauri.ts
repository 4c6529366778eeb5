import { basename } from 'node:path';
import { type BuildTool, noBuild } from './build.ts';
import { archesInName, archesNamed, type Bundle, versionInName } from './bundle.ts';

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

/** `tauri build` without --target builds for the machine it runs on. */
const archesOfMachine = (path: string, os: string): string[] => {
  if (!machineFolder.test(path)) return [];
  const system = { darwin: 'darwin', linux: 'linux', win32: 'windows' }[process.platform as string];
  return system === os ? archesNamed(process.arch) : [];
};

/** The Tauri bundle that a file is by its name, or undefined. */
export const readTauriBundle = (path: string): Bundle | undefined => {
  const name = basename(path);
  const kind = kinds.find(({ suffix }) => name.toLowerCase().endsWith(suffix));
  if (kind === undefined) return undefined;
  const stem = name.slice(0, -kind.suffix.length);
  const candidates = [archesInName(stem), archesInPath(path), archesOfMachine(path, kind.os)];
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

/** What `tauri build` left among files, told by their names alone. */
export const tauri: BuildTool = async (files) => {
  const bundles = files.flatMap((path) => readTauriBundle(path) ?? []);
  return { ...noBuild, bundles, claimed: bundles.map(({ path }) => path) };
};
