-- Checks, by the version that asked. `stranger` is 1 where the app never published it; `proxied` are those that someone
-- on the way passed on. No id and no address of a client is kept.
create table fleet_days (
  app text collate "C" not null,
  day text collate "C" not null,
  channel text collate "C" not null,
  target text collate "C" not null,
  version text collate "C" not null,
  stranger integer not null,
  checks bigint not null,
  offers bigint not null,
  with_id bigint not null,
  proxied bigint not null,
  primary key (app, day, channel, target, version)
);

create index fleet_strangers on fleet_days (app, day, version) where stranger = 1;

-- What happened to a release while its rollout was not done, by the hour that began then.
create table rollout_hours (
  release_id text collate "C" not null references releases (id) on delete cascade,
  hour text collate "C" not null,
  target text collate "C" not null,
  offers bigint not null,
  arrivals bigint not null,
  downloads bigint not null,
  primary key (release_id, hour, target)
);
