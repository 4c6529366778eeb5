-- Checks, by the version that asked. `stranger` is 1 where the app never published it; `proxied` are those that someone
-- on the way passed on. No id and no address of a client is kept.
create table fleet_days (
  app text not null,
  day text not null,
  channel text not null,
  target text not null,
  version text not null,
  stranger integer not null,
  checks integer not null,
  offers integer not null,
  with_id integer not null,
  proxied integer not null,
  primary key (app, day, channel, target, version)
) strict, without rowid;

create index fleet_strangers on fleet_days (app, day, version) where stranger = 1;

-- What happened to a release while its rollout was not done, by the hour that began then.
create table rollout_hours (
  release_id text not null references releases (id) on delete cascade,
  hour text not null,
  target text not null,
  offers integer not null,
  arrivals integer not null,
  downloads integer not null,
  primary key (release_id, hour, target)
) strict, without rowid;
