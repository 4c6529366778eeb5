import type { Fleet } from '@slipway/api';
import { compareVersionTexts } from '@slipway/core/version.ts';

/* Daily update checks by version, the data behind the stacked chart. Pure. */

/** Newer versions first; versions without a number last. */
export const compareNewestFirst = (one: string, other: string): number => compareVersionTexts(other, one);

export interface InstalledByDay {
  days: string[];
  bands: { name: string; values: number[] }[];
}

export const daysBetween = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to) && days.length < 400; at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
};

const others = 'Other';

/** The largest daily share of each version. */
const peaksOf = ({ rows }: Fleet): Map<string, number> => {
  const [all, own] = [new Map<string, number>(), new Map<string, Map<string, number>>()];
  for (const { day, version, checks } of rows) {
    all.set(day, (all.get(day) ?? 0) + checks);
    const days = own.get(version) ?? new Map<string, number>();
    own.set(version, days.set(day, (days.get(day) ?? 0) + checks));
  }
  const peak = (days: Map<string, number>): number =>
    Math.max(...[...days].map(([day, checks]) => checks / (all.get(day) || 1)));
  return new Map([...own].map(([version, days]) => [version, peak(days)]));
};

/** Versions with their own band: those with the largest peak shares, and always the newest. */
const pickVersions = (peaks: ReadonlyMap<string, number>, most: number): string[] => {
  const largest = [...peaks].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const [newest = ''] = [...peaks.keys()].sort(compareNewestFirst);
  const versions = largest.slice(0, most);
  if (most > 1 && peaks.size > 0 && !versions.includes(newest)) versions.splice(-1, 1, newest);
  return versions.sort(compareNewestFirst);
};

/** Checks by version and day, newest version first; the smallest versions share one band. */
export const groupInstalledByDay = (fleet: Fleet, most = 4): InstalledByDay => {
  const first = fleet.rows.reduce((day, row) => (row.day < day ? row.day : day), fleet.to);
  const days = daysBetween(first < fleet.from ? fleet.from : first, fleet.to);
  const peaks = peaksOf(fleet);
  const versions = pickVersions(peaks, most);
  const bands = [...versions, ...(peaks.size > versions.length ? [others] : [])].map((name) => ({
    name,
    values: days.map(() => 0),
  }));
  for (const { day, version, checks } of fleet.rows) {
    const at = days.indexOf(day);
    const place = versions.includes(version) ? versions.indexOf(version) : bands.length - 1;
    const values = bands[place]?.values;
    if (at !== -1 && values !== undefined) values[at] = (values[at] ?? 0) + checks;
  }
  return { days, bands };
};

const shareAt = ({ bands }: InstalledByDay, place: number, day: number): number => {
  const sum = bands.reduce((total, { values }) => total + (values[day] ?? 0), 0);
  return sum === 0 ? 0 : (bands[place]?.values[day] ?? 0) / sum;
};

export interface CurrentShare {
  name: string;
  share: number;
  /** Its change in 7 days; undefined if it had no checks then. */
  week: number | undefined;
}

/** Each version's share on the last day with checks, and its 7-day change. */
export const currentShares = (installed: InstalledByDay): CurrentShare[] => {
  const { days, bands } = installed;
  const last = days.findLastIndex((_, at) => bands.some(({ values }) => (values[at] ?? 0) > 0));
  return bands.map(({ name }, place) => {
    const share = shareAt(installed, place, last);
    const before = shareAt(installed, place, Math.max(0, last - 7));
    return { name, share, week: before === 0 && share > 0 ? undefined : share - before };
  });
};
