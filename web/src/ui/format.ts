/* Numbers and times in the user's locale and time zone. Bytes use decimal units. */

const whole = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumSignificantDigits: 3 });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dayOnly = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const monthOnly = new Intl.DateTimeFormat(undefined, { month: 'long', timeZone: 'UTC' });
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** 12,401 */
export const formatCount = (count: number): string => whole.format(count);

/** file for 1, files for 2 */
export const pluralize = (count: number, singular: string): string =>
  count === 1 ? singular : `${singular}s`;

/** 1 file, 2 files */
export const formatQuantity = (count: number, singular: string): string =>
  `${formatCount(count)} ${pluralize(count, singular)}`;

/** 39.1K */
export const formatCompact = (count: number): string => short.format(count);

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** 1.62 TB */
export const formatBytes = (bytes: number): string => {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** step;
  const digits = step === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${new Intl.NumberFormat(undefined, { maximumFractionDigits: digits }).format(value)} ${units[step]}`;
};

/** 36.2% for a fraction between 0 and 1; a small value never shows as 0%. */
export const formatShare = (share: number): string => {
  if (share > 0 && share < 0.001) return '<0.1%';
  return `${new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 }).format(share * 100)}%`;
};

/** 10 Nov 2026, 15:02 */
export const formatTime = (at: string | number): string => dateTime.format(new Date(at));

/** 14:02 */
export const formatClock = (at: string | number): string => clock.format(new Date(at));

/** 10 Nov 2026 */
export const formatDate = (at: string | number): string => dateOnly.format(new Date(at));

/** 10 Nov for a UTC day */
export const formatDay = (day: string): string => dayOnly.format(new Date(day));

/** November for a UTC day */
export const formatMonth = (day: string): string => monthOnly.format(new Date(day));

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** 5 days ago */
export const formatAgo = (at: string | number, now = Date.now()): string => {
  const seconds = (new Date(at).getTime() - now) / 1000;
  const [unit, size] = steps.find(([, long]) => Math.abs(seconds) >= long) ?? ['second', 1];
  return ago.format(Math.round(seconds / size), unit);
};

/** 5 days ago; from a week on, 10 Nov 2026 */
export const formatRecent = (at: string | number, now = Date.now()): string =>
  Math.abs(new Date(at).getTime() - now) < 604_800_000 ? formatAgo(at, now) : formatDate(at);

export const daysAgo = (days: number, now = Date.now()): string =>
  new Date(now - days * 86_400_000).toISOString().slice(0, 10);

/** Shortens an ID in the middle: `rel_5Qm2…9xYz`. */
export const shortenId = (id: string, ends = 8): string =>
  id.length <= ends * 2 + 1 ? id : `${id.slice(0, ends)}…${id.slice(-4)}`;
