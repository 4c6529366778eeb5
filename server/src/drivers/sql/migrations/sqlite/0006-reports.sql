-- Who reported of a release while its rollout was not done: a hash of 64 bits salted by the rollout's seed, and of the
-- network around one of 16 bits, which many networks share. `round` and `lap` say where the outcome counts.
create table rollout_reports (
  release_id text not null references releases (id) on delete cascade,
  reporter text not null,
  network integer not null,
  outcome text not null,
  target text not null,
  round integer not null,
  lap integer not null,
  primary key (release_id, reporter)
) strict, without rowid;

create index rollout_reports_by_network on rollout_reports (release_id, network);
