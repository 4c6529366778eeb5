import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPublisher } from '../../../lab/publisher.ts';
import { adminKey, type Env, type Service, startService } from '../../../lab/service.ts';

/* An app with history, for pictures and tests. Days count back from today. */

export const slug = 'lantern';

const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const formats: Readonly<Record<string, string>> = {
  'darwin-aarch64': '.app.tar.gz',
  'darwin-x86_64': '.app.tar.gz',
  'linux-x86_64': '.AppImage',
  'linux-deb-x86_64': '.deb',
  'windows-x86_64': '.exe',
};
const targets = Object.keys(formats);

/** Checks per day by target. */
const checksOf: Readonly<Record<string, number>> = {
  'darwin-aarch64': 15_230,
  'darwin-x86_64': 4_410,
  'linux-x86_64': 3_904,
  'linux-deb-x86_64': 1_288,
  'windows-x86_64': 21_760,
};

const releases: readonly {
  version: string;
  channel: string;
  ago: number;
  without?: string[];
  notes: string;
}[] = [
  { version: '1.3.0', channel: 'stable', ago: 60, notes: 'Search in all open files.' },
  { version: '1.4.1', channel: 'stable', ago: 40, notes: 'Fixes for large projects.' },
  { version: '1.4.2', channel: 'stable', ago: 21, notes: 'The editor no longer forgets where you were.' },
  { version: '1.6.0-beta.1', channel: 'beta', ago: 9, notes: 'A first look at 1.6.' },
  { version: '1.6.0-beta.2', channel: 'beta', ago: 4, without: ['windows-x86_64'], notes: 'Fewer crashes.' },
  {
    version: '1.5.0',
    channel: 'stable',
    ago: 6,
    without: ['linux-deb-x86_64'],
    notes:
      'Projects open three times faster.\n\n### New\n\n- Pin a project to the start page\n- Dark appearance follows the system\n',
  },
  { version: '1.6.0-dev.418', channel: 'nightly', ago: 1, without: ['linux-deb-x86_64'], notes: '' },
];

/** Adoption of a version by days since its release, 0 to 1. */
const spread = (age: number): number => (age < 0 ? 0 : 1 / (1 + Math.exp(-(age - 6) / 2)));

const shares = (day: number): [version: string, share: number][] => {
  const order: [string, number][] = [
    ['1.5.0', 6],
    ['1.4.2', 21],
    ['1.4.1', 40],
    ['1.3.0', 60],
  ];
  let left = 1;
  const parts = order.map(([version, ago]): [string, number] => {
    const share = left * spread(ago - day);
    left -= share;
    return [version, share];
  });
  return [...parts, ['1.2.0', left]];
};

const downloadsOn = (day: number): number => {
  const peaks = [
    [5, 3300],
    [20, 5600],
  ].map(([at = 0, height = 0]) => height * Math.exp(-((day - at) ** 2) / 8));
  return Math.round(300 + peaks.reduce((sum, value) => sum + value, 0));
};

const writePast = (folder: string, releaseId: string): void => {
  const database = new DatabaseSync(join(folder, 'slipway.db'), { timeout: 5000 });
  const fleet = database.prepare('insert or replace into fleet_days values (?, ?, ?, ?, ?, 0, ?, 0, 0, 0)');
  const usage = database.prepare(
    'insert or replace into usage (app, day, release_id, target, bytes, downloads) values (?, ?, ?, ?, ?, ?)',
  );
  const month = database.prepare('insert or replace into usage_months values (?, ?, ?)');
  database.exec('begin');
  for (let day = 0; day < 30; day += 1) {
    for (const target of targets)
      for (const [version, share] of shares(day))
        fleet.run(
          slug,
          dayBefore(day),
          'stable',
          target,
          version,
          Math.round((checksOf[target] ?? 0) * share),
        );
    const downloads = downloadsOn(day);
    usage.run(slug, dayBefore(day), releaseId, 'darwin-aarch64', downloads * 86_500_000, downloads);
  }
  month.run(slug, dayBefore(0).slice(0, 7), 1_620_000_000_000);
  for (const { version, ago } of releases) {
    const at = `${dayBefore(ago)}T14:02:00.000Z`;
    database
      .prepare(
        'update releases set published_at = ?, pub_date = ?, created_at = ? where app = ? and version = ?',
      )
      .run(at, at, at, slug, version);
  }
  database.exec('commit');
  database.close();
};

export const fillLantern = async ({ client, folder }: Service): Promise<void> => {
  await client.createApp({ slug, name: 'Lantern', adapter: 'tauri', allowanceBytes: 2_000_000_000_000 });
  for (const name of ['beta', 'nightly']) await client.createChannel(slug, { name });
  const publisher = createPublisher(client, slug);
  const ids = new Map<string, string>();
  for (const { version, channel, without = [], notes } of releases) {
    const pieces = targets
      .filter((target) => !without.includes(target))
      .map((target) => ({ target, format: formats[target] ?? '' }));
    const { release } = await publisher.publish({ version, channel, notes }, pieces);
    ids.set(version, release.id);
  }
  writePast(folder, ids.get('1.5.0') ?? '');
};

export const startLantern = async (port = 0, env: Env = {}): Promise<Service> => {
  const service = await startService({
    env: { PORT: String(port), SLIPWAY_UPLOAD_PORT: String(port === 0 ? 0 : port + 100), ...env },
  });
  await fillLantern(service);
  return service;
};

export { adminKey };
