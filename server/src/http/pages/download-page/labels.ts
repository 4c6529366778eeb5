import { isUpdaterArchive } from '../../../domain/delivery/download-page-order.ts';

/* Labels for file formats, sizes and days. */

const formatLabels = new Map([
  ['.exe', 'Installer'],
  ['.msi', 'MSI package'],
  ['.msix', 'MSIX package'],
  ['.dmg', 'Disk image'],
  ['.pkg', 'Installer package'],
  ['.deb', 'Debian package'],
  ['.rpm', 'RPM package'],
  ['.appimage', 'AppImage'],
  ['.zip', 'Archive'],
  ['.tar.gz', 'Archive'],
]);

export const formatLabel = (format: string): string =>
  isUpdaterArchive(format) ? 'Update package' : (formatLabels.get(format.toLowerCase()) ?? format);

const units = ['kB', 'MB', 'GB', 'TB'];

/** In powers of a thousand: `84.2 MB`. */
export const formatSize = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  // 999.5 kB and more rounds up to 1.0 MB.
  const power = units.findIndex((_, index) => bytes < 999.5 * 1000 ** (index + 1));
  const index = power === -1 ? units.length - 1 : power;
  const value = bytes / 1000 ** (index + 1);
  return `${value < 99.95 ? value.toFixed(1) : value.toFixed(0)} ${units[index]}`;
};

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** In UTC: `November 16, 2026`. */
export const formatDay = (instant: string): string => {
  const [year = '', month = '', day = ''] = instant.slice(0, 10).split('-');
  return `${months[Number(month) - 1]} ${Number(day)}, ${Number(year)}`;
};
