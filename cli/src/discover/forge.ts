import { basename, dirname } from 'node:path';
import {
  archesInName,
  type Bundle,
  parseArches,
  type SkippedFile,
  versionInName,
} from '@slipway/build-files/bundle.ts';
import { toSafeFileName } from '@slipway/build-files/file-name.ts';
import { formatOf } from '@slipway/build-files/format.ts';
import { type Build, type BuildTool, emptyBuild, mergeBuilds } from './build.ts';
import { readSquirrelBuild } from './forge-squirrel.ts';

/*
 * `electron-forge make` writes to out/make, with a folder for each maker and in it one for each architecture:
 *   squirrel.windows/x64/{RELEASES, acme-1.2.0-full.nupkg, acme-1.2.0-delta.nupkg, Acme-1.2.0 Setup.exe}
 *   zip/darwin/arm64/Acme-darwin-arm64-1.2.0.zip       msix/x64/Acme-win32-x64-1.2.0.msix
 *   deb/x64/acme_1.2.0_amd64.deb                       rpm/x64/acme-1.2.0-1.x86_64.rpm
 * and disk images without folders: Acme-1.2.0-arm64.dmg.
 */

const madeBy =
  /[\\/](squirrel\.windows|zip[\\/](?:darwin|mas|win32|linux)|deb|rpm|msix|appx|wix|flatpak|snap|AppImage)[\\/]([a-z0-9_]+)[\\/][^\\/]+$/;

const makeFolder = /[\\/]out[\\/]make$/;

interface Maker {
  os: string;
  kind: string;
  primary?: true;
}

const makers: Record<string, Maker> = {
  'zip/darwin .zip': { os: 'darwin', kind: 'zip', primary: true },
  'deb .deb': { os: 'linux', kind: 'deb' },
  'rpm .rpm': { os: 'linux', kind: 'rpm' },
  'flatpak .flatpak': { os: 'linux', kind: 'flatpak' },
  'snap .snap': { os: 'linux', kind: 'snap' },
  'AppImage .AppImage': { os: 'linux', kind: 'appimage', primary: true },
  'msix .msix': { os: 'windows', kind: 'msix' },
  'appx .appx': { os: 'windows', kind: 'appx' },
  'wix .msi': { os: 'windows', kind: 'msi' },
  'squirrel.windows .exe': { os: 'windows', kind: 'setup' },
  'squirrel.windows .msi': { os: 'windows', kind: 'msi' },
};

/** No updater uses these: they are for a store or for manual installation. */
const asides: Record<string, string> = {
  'zip/win32 .zip': 'no Windows updater installs an archive',
  'zip/linux .zip': 'no Linux updater installs an archive',
  'zip/mas .zip': 'the App Store updates it',
};

interface ForgeFile {
  path: string;
  maker: string;
  arches: string[];
}

/** Empty if the path is not Forge's. */
const madeOf = (path: string): ForgeFile[] => {
  const [, maker, arch] = madeBy.exec(path) ?? [];
  const arches = parseArches(arch ?? '');
  return maker === undefined || arches.length === 0
    ? []
    : [{ path, maker: maker.replace('\\', '/'), arches }];
};

const readMade = ({ path, maker, arches }: ForgeFile): Build => {
  const format = formatOf(path);
  const key = `${maker} ${format}`;
  const bundleType = makers[key];
  const reason = asides[key];
  const skipped: SkippedFile[] = reason === undefined ? [] : [{ path, reason }];
  if (bundleType === undefined) return { ...emptyBuild, skipped, claimed: [path] };
  const name = basename(path);
  const bundle: Bundle = {
    path,
    format,
    arches,
    primary: bundleType.primary === true,
    ...bundleType,
    version: versionInName(name),
    origin: 'forge',
    facts: { fileName: toSafeFileName(name) },
  };
  return { ...emptyBuild, bundles: [bundle], claimed: [path] };
};

/** The parent of the makers' folders. */
const rootOf = ({ path, maker }: ForgeFile): string =>
  path.slice(0, path.replaceAll('\\', '/').lastIndexOf(`/${maker}/`));

/** Disk images are next to the makers' folders. */
const readImage = (path: string): Build => {
  const [name, format] = [basename(path), formatOf(path)];
  const kind = { format, os: 'darwin', kind: format.slice(1), primary: false, origin: 'forge' } as const;
  const fromName = { arches: archesInName(name), version: versionInName(name) };
  const bundle: Bundle = { path, ...kind, ...fromName, facts: { fileName: toSafeFileName(name) } };
  return { ...emptyBuild, bundles: [bundle], claimed: [path] };
};

export const forge: BuildTool = async (files) => {
  const made = files.flatMap(madeOf);
  const lists = made.filter(({ path }) => basename(path) === 'RELEASES');
  const packages = await Promise.all(lists.map(readSquirrelBuild));
  const others = made.filter(({ path }) => basename(path) !== 'RELEASES');
  const roots = new Set(made.map(rootOf));
  const images = files.filter(
    (path) => /\.(?:dmg|pkg)$/.test(path) && (roots.has(dirname(path)) || makeFolder.test(dirname(path))),
  );
  return mergeBuilds([...packages, ...others.map(readMade), ...images.map(readImage)]);
};
