import { oneLine } from './plain-text.ts';

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** For example `12.3 MiB`. */
export const formatBytes = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  while (value >= 1023.95 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
};

/** For example `12.3 MiB/s`. */
export const formatRate = (bytesPerSecond: number): string =>
  `${formatBytes(Math.max(0, Math.round(bytesPerSecond)))}/s`;

/** For example `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`. */
export const formatSeconds = (seconds: number): string => {
  if (!Number.isFinite(seconds)) return '–';
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
  return `${Math.floor(whole / 3600)} h ${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')} min`;
};

/** For example `2026-01-31 12:00` (UTC), or a dash for no value. */
export const formatInstant = (instant: string | null | undefined): string =>
  instant ? instant.slice(0, 16).replace('T', ' ') : '–';

/** For example `12.3%` or `< 0.1%`; a dash if the whole is zero. */
export const formatShare = (part: number, whole: number): string => {
  if (whole === 0) return '–';
  const percent = (100 * part) / whole;
  if (part === 0 || part === whole) return `${percent}%`;
  // Never rounds to 0% or 100%.
  return percent < 0.1 ? '< 0.1%' : `${Math.min(99.9, percent).toFixed(1)}%`;
};

const sizesByUnit: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 };

/** Parses `500`, `10G`, or `1.5 TiB`. */
export const parseBytes = (text: string): number | undefined => {
  const match = /^(\d+(?:\.\d+)?)\s*(?:([kmgt])i?)?b?$/i.exec(text.trim());
  const factor = sizesByUnit[match?.[2]?.toLowerCase() ?? ''];
  return match === null || factor === undefined ? undefined : Math.round(Number(match[1]) * factor);
};

const isNumeric = (cell: string): boolean => /^\d+$|^[\d.]+ [KMGTP]?i?B$/.test(cell);

/** Right-aligns numbers. */
export const formatTable = (headings: string[], cells: string[][]): string => {
  const rows = cells.map((row) => row.map(oneLine));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const right = headings.map(
    (_, column) => rows.length > 0 && rows.every((row) => isNumeric(row[column] ?? '')),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        right[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(headings), ...rows.map(line)].join('\n');
};

/** For example `1 file`, `2 files`. */
export const formatQuantity = (count: number, label: string): string =>
  `${count} ${label}${count === 1 ? '' : 's'}`;
