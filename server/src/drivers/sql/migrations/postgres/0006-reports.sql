-- Who reported of a release while its rollout was not done: a hash of 64 bits salted by the rollout's seed, and of the
-- network around one of 16 bits, which many networks share. `round` and `lap` say where the outcome counts.
create table rollout_reports (
  release_id text collate "C" not null references releases (id) on delete cascade,
  reporter text collate "C" not null,
  network integer not null,
  outcome text collate "C" not null,
  target text collate "C" not null,
  round integer not null,
  lap integer not null,
  primary key (release_id, reporter)
);

create index rollout_reports_by_network on rollout_reports (release_id, network);
