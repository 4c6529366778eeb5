import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../subjects/slipway.ts';
import { sample } from './sample-app.ts';

/*
 * Fills a database with apps by SQL, in index order, since publishing millions of releases through the API would take
 * days. It creates only the rows behind checks, latest and history; the artifacts have no bytes.
 */

export interface SeedPlan {
  /** The prefix of the apps' names, followed by a number from 0. */
  prefix: string;
  apps: number;
  releases: number;
}

export const appName = (prefix: string, index: number): string =>
  `${prefix}-${String(index).padStart(6, '0')}`;

const moment = '2026-01-01T00:00:00.000Z';

const statements = `
  create temp table wanted (n integer primary key);
  insert into wanted with recursive counting (n) as (select 0 union all select n + 1 from counting where n < :most)
    select n from counting;
  create temp table targets (target text primary key);
`;

const insertApps = `insert into apps (id, slug, public_slug, name, adapter, created_at)
  select 'app_' || :prefix || '-' || n, :prefix || '-' || printf('%06d', n), :prefix || '-' || printf('%06d', n), 'Seeded', 'tauri', :moment
  from wanted where n < :apps`;

const insertChannels = `insert into channels (app, name, active, created_at)
  select slug, 'stable', 1, :moment from apps where slug glob :prefix || '-*'`;

const insertReleases = `insert into releases (id, app, channel, version, notes, state, pub_date, created_at,
    published_at, sequence, revision, touched_at)
  select 'rel_' || slug || '-' || printf('%06d', n), slug, 'stable', '1.0.' || n, :notes, 'published', :moment, :moment,
    :moment, n + 1, 1, :moment
  from apps cross join wanted where slug glob :prefix || '-*' and n < :releases order by slug, n`;

const insertArtifacts = `insert into artifacts (id, release_id, target, format, size_bytes, sha256, signature, state,
    uploaded_at, kept_store, kept_seal)
  select 'art_' || substr(r.id, 5) || '-' || t.target, r.id, t.target, '.AppImage', 48000000, :sha256, :signature,
    'active', :moment, 'files', 'seeded'
  from releases r cross join targets t where r.app glob :prefix || '-*' order by r.position, t.target`;

const insertOffered = `insert into offered (app, channel, target, sequence, release_id)
  select r.app, r.channel, t.target, r.sequence, r.id
  from targets t cross join releases r where r.app glob :prefix || '-*' order by r.app, t.target, r.sequence`;

/** Adds apps with published releases for every sample target to a folder's database. */
export const seedDatabase = async (folder: string, plans: readonly SeedPlan[]): Promise<void> => {
  await migrate({ folder });
  const db = new DatabaseSync(join(folder, 'slipway.db'));
  // A crash here only loses the run; the server opens the file with its normal settings.
  db.exec('pragma journal_mode = delete; pragma journal_mode = off');
  db.exec('pragma synchronous = off; pragma cache_size = -200000');
  db.exec('pragma foreign_keys = off');
  const most = Math.max(...plans.flatMap(({ apps, releases }) => [apps, releases]));
  db.exec(statements.replace(':most', String(most)));
  for (const target of sample.targets) db.prepare('insert into targets values (?)').run(target);
  const { notes, signature } = sample;
  const sha256 = 'a1'.repeat(32);
  for (const { prefix, apps, releases } of plans) {
    db.exec('begin');
    db.prepare(insertApps).run({ prefix, apps, moment });
    db.prepare(insertChannels).run({ prefix, moment });
    db.prepare(insertReleases).run({ prefix, releases, notes, moment });
    db.prepare(insertArtifacts).run({ prefix, sha256, signature, moment });
    db.prepare(insertOffered).run({ prefix });
    db.exec('commit');
  }
  db.close();
};
