import { formatOf } from './format.ts';
import { baseName } from './path.ts';

/* Build files that look publishable but are not are listed with the reason. */

/** Users install from disk images and macOS packages; updaters do not. */
export const isManualInstaller = (path: string): boolean => /\.(?:dmg|pkg)$/i.test(path);

const forPeople = 'an installer that updaters can’t install; offer it for download elsewhere';

const reasons: Readonly<Record<string, string>> = {
  '.dmg': forPeople,
  '.pkg': forPeople,
  '.snap': 'the Snap Store updates it',
  '.flatpak': 'its Flatpak repository updates it',
  '.appx': 'Windows updates it',
  '.msix': 'Windows updates it',
  '.apk': 'Android updates it',
  '.aab': 'Android updates it',
  '.ipa': 'iOS updates it',
};

/** Packages and archives that a tool might have built for an updater. */
const packages = ['.exe', '.msi', '.AppImage', '.deb', '.rpm', '.pacman', '.zip', '.7z'];
const archives = ['.tar.gz', '.tar.xz', '.tar.bz2', '.tar.zst'];

const unknown = 'unknown platform; pass --target <name>=<path> to publish it';

/** Cargo's own output, and the input of Tauri's .deb bundler. */
const inBetween = /[\\/]target[\\/](?!(?:.*[\\/])?bundle[\\/])|[\\/]deb[\\/][^\\/]+[\\/]|[\\/]\.[^\\/]+[\\/]/;

/** The reason why an unrecognized file is skipped; undefined if nobody would expect it to be published. */
export const skippedReason = (path: string): string | undefined => {
  if (inBetween.test(path)) return undefined;
  const format = formatOf(baseName(path));
  const isPackage = [...packages, ...archives].some((one) => one.toLowerCase() === format.toLowerCase());
  return reasons[format.toLowerCase()] ?? (isPackage ? unknown : undefined);
};
