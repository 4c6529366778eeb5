import { formatOf } from './format.ts';
import { baseName } from './path.ts';

/* Files of a build folder that look like something to publish and are not: each is listed with its reason. */

/** Disk images and macOS packages: people install from them, updaters do not. */
export const isManualInstaller = (path: string): boolean => /\.(?:dmg|pkg)$/i.test(path);

const forPeople =
  'an installer for people, which updaters do not install: offer it for download on your website, or beside the source';

const reasons: Readonly<Record<string, string>> = {
  '.dmg': forPeople,
  '.pkg': forPeople,
  '.snap': 'the Snap Store updates it',
  '.flatpak': 'its Flatpak repository updates it',
  '.appx': 'Windows and its store update it',
  '.msix': 'Windows and its store update it',
  '.apk': 'Android updates it',
  '.aab': 'Android updates it',
  '.ipa': 'iOS updates it',
};

/** Packages and archives that some tool could have built for an updater. */
const packages = ['.exe', '.msi', '.AppImage', '.deb', '.rpm', '.pacman', '.zip', '.7z'];
const archives = ['.tar.gz', '.tar.xz', '.tar.bz2', '.tar.zst'];

const unknown = 'no build tool’s list or naming says what it is: pass --target <name>=<path> to publish it';

/** Cargo's own output, and what Tauri's bundler packs its .deb from. */
const inBetween = /[\\/]target[\\/](?!(?:.*[\\/])?bundle[\\/])|[\\/]deb[\\/][^\\/]+[\\/]|[\\/]\.[^\\/]+[\\/]/;

/** Why a file that no build tool's reader took is not published; undefined for a file that nobody would expect to be. */
export const skippedReason = (path: string): string | undefined => {
  if (inBetween.test(path)) return undefined;
  const format = formatOf(baseName(path));
  const isPackage = [...packages, ...archives].some((one) => one.toLowerCase() === format.toLowerCase());
  return reasons[format.toLowerCase()] ?? (isPackage ? unknown : undefined);
};
