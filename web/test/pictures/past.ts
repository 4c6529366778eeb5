import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { builds, now } from './releases.ts';

/* History that the API cannot create quickly: a month of checks and downloads, and large installers. */

const app = 'lantern';

const dayBefore = (days: number): string =>
  new Date(Date.parse(now) - days * 86_400_000).toISOString().slice(0, 10);

/** Adoption of a version by days since its release, 0 to 1. */
const spread = (age: number): number => (age < 0 ? 0 : 1 / (1 + Math.exp(-(age - 4.5) / 1.5)));

/** The bad release was out for half a day; its users then moved to the next one. */
const sharesOfBad = (day: number): number => (day > 13 ? 0 : 0.075 * Math.exp((day - 13) / 9));

/** Shares of a day's checks, newest version first; a staged rollout limits the newest. */
const sharesOn = (day: number): [version: string, share: number][] => {
  const bad = sharesOfBad(day);
  const parts: [version: string, share: number][] = [['1.4.3', bad]];
  let left = 1 - bad;
  for (const [version, ago, most] of [
    ['1.5.0', 6, 0.52],
    ['1.4.2', 21, 0.9],
    ['1.4.1', 40, 0.78],
    ['1.3.0', 60, 0.7],
  ] as const) {
    const share = left * most * spread(ago - day);
    parts.push([version, share]);
    left -= share;
  }
  return [...parts, ['1.2.0', left]];
};

/** Traffic is lower on weekends. */
const busyOn = (day: number): number =>
  [0.71, 1, 1.02, 1.01, 0.99, 0.95, 0.74][new Date(`${dayBefore(day)}T12:00Z`).getUTCDay()] ?? 1;

const peak = (day: number, at: number, height: number): number => height * Math.exp(-((day - at) ** 2) / 7);

/** A day's downloads by version: a peak after each release, plus new installs. */
const downloadsOn = (day: number): [version: string, downloads: number][] => [
  ['1.5.0', day > 6 ? 0 : peak(day, 2, 3400) + 160],
  ['1.4.3', day > 13 || day < 12 ? 0 : 700],
  ['1.4.2', day > 21 ? 0 : peak(day, 18, 5600) + (day > 6 ? 310 : 90)],
  ['1.4.1', day > 21 ? 320 : 25],
];

export interface PastNeeds {
  folder: string;
  ids: ReadonlyMap<string, string>;
}

const writeFleet = (database: DatabaseSync): void => {
  const row = database.prepare('insert or replace into fleet_days values (?, ?, ?, ?, ?, 0, ?, 0, ?, 0)');
  for (let day = 0; day < 30; day += 1)
    for (const { target, checks } of builds)
      for (const [version, share] of sharesOn(day)) {
        const count = Math.round(checks * share * busyOn(day) * (day === 0 ? 0.4 : 1));
        if (count > 0) row.run(app, dayBefore(day), 'stable', target, version, count, count);
      }
};

const writeUsage = (database: DatabaseSync, ids: PastNeeds['ids']): void => {
  const row = database.prepare(
    'insert or replace into usage (app, day, release_id, target, bytes, downloads) values (?, ?, ?, ?, ?, ?)',
  );
  const all = builds.reduce((sum, { checks }) => sum + checks, 0);
  for (let day = 0; day < 30; day += 1)
    for (const [version, downloads] of downloadsOn(day))
      for (const { target, size, checks } of builds) {
        const count = Math.round((downloads * checks * busyOn(day) * (day === 0 ? 0.4 : 1)) / all);
        if (count > 0)
          row.run(
            app,
            dayBefore(day),
            ids.get(version) ?? '',
            target,
            Math.round(count * size * 0.97),
            count,
          );
      }
  database
    .prepare(
      'insert or replace into usage_months select app, substr(day, 1, 7), sum(bytes) from usage group by 1, 2',
    )
    .run();
};

const writeSizes = (database: DatabaseSync): void => {
  const row = database.prepare(
    'update artifacts set size_bytes = ? + 137219 * (select count(*) from releases older where older.created_at < (select created_at from releases where id = release_id)) where target = ?',
  );
  for (const { target, size } of builds) row.run(size, target);
};

/** Writes the history into the database of a stopped server. */
export const writePast = ({ folder, ids }: PastNeeds): void => {
  const database = new DatabaseSync(join(folder, 'slipway.db'), { timeout: 5000 });
  database.exec('begin');
  writeFleet(database);
  writeUsage(database, ids);
  writeSizes(database);
  database.exec('commit');
  database.close();
};
