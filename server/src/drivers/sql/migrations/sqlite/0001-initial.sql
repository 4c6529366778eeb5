-- Moments are text of one fixed width, so that text order is time order. 0 and 1 stand for false and true.
-- A statement ends with a semicolon at the end of a line: that is where the runner cuts.

create table apps (
  slug text primary key,
  public_slug text not null unique,
  name text not null,
  adapter text not null,
  allowance_bytes integer,
  created_at text not null
) strict;

create table domains (
  domain text primary key,
  app text not null references apps (slug),
  created_at text not null
) strict;

create index domains_by_app on domains (app);

create table channels (
  app text not null references apps (slug),
  name text not null,
  active integer not null,
  created_at text not null,
  primary key (app, name)
) strict;

-- `position` is the order of creation, given by the database and not by a clock.
create table keys (
  position integer primary key autoincrement,
  id text not null unique,
  app text not null references apps (slug),
  name text not null,
  scopes text not null,
  secret_hash text not null,
  created_at text not null,
  expires_at text,
  revoked_at text,
  last_used_at text
) strict;

create index keys_by_app on keys (app, position);

-- An app with a release that is no draft cannot be deleted: the references refuse it.
create table releases (
  position integer primary key autoincrement,
  id text not null unique,
  app text not null references apps (slug),
  channel text not null,
  version text not null,
  notes text not null,
  state text not null check (state in ('draft', 'published', 'withdrawn')),
  pub_date text not null,
  created_at text not null,
  published_at text,
  withdrawn_at text,
  withdraw_reason text,
  sequence integer,
  revision integer not null,
  touched_at text not null,
  unique (app, channel, version),
  foreign key (app, channel) references channels (app, name),
  check ((state = 'draft') = (sequence is null))
) strict;

create index releases_by_app on releases (app, position);

create index releases_by_channel on releases (app, channel, position);

create index releases_by_state on releases (app, state, position);

create index releases_published on releases (app, sequence) where state = 'published';

create index releases_published_by_channel on releases (app, channel, sequence) where state = 'published';

create index releases_once_published on releases (app, sequence) where sequence is not null;

create table artifacts (
  id text primary key,
  release_id text not null references releases (id) on delete cascade,
  target text not null,
  format text not null,
  size_bytes integer not null,
  sha256 text not null,
  signature text,
  content_type text,
  state text not null check (state in ('declared', 'active', 'pruned')),
  uploaded_at text,
  upload_id text,
  kept_store text,
  kept_seal text,
  unique (release_id, target)
) strict;

-- One row for each active artifact of a published release: an index over both tables, kept by the code that
-- changes either state, so that the latest release of a target is found without reading the others.
create table offered (
  app text not null,
  channel text not null,
  target text not null,
  sequence integer not null,
  release_id text not null references releases (id),
  primary key (app, channel, target, sequence, release_id)
) strict, without rowid;

create index offered_by_release on offered (release_id);

-- Counts refer to nothing: a batch must never be refused.
create table usage (
  app text not null,
  day text not null,
  release_id text not null,
  target text not null,
  bytes integer not null,
  downloads integer not null,
  primary key (app, day, release_id, target)
) strict, without rowid;

create table usage_months (
  app text not null,
  month text not null,
  bytes integer not null,
  primary key (app, month)
) strict, without rowid;

-- The last batch of each node, so that none counts twice.
create table usage_nodes (
  node text primary key,
  sequence integer not null,
  written_at text not null
) strict, without rowid;

-- Outlives the app it speaks of.
create table audit (
  id integer primary key autoincrement,
  app text not null,
  at text not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail text
) strict;

create index audit_by_app on audit (app, id);

create table settings (
  name text primary key,
  value text not null
) strict, without rowid;

-- The order of changes: one counter for all apps, and for each app, deleted ones too, the count at its last change.
create table generation (
  id integer primary key check (id = 1),
  value integer not null
) strict;

insert into generation (id, value) values (1, 0);

create table changes (
  app text primary key,
  generation integer not null
) strict, without rowid;

create index changes_by_generation on changes (generation);
