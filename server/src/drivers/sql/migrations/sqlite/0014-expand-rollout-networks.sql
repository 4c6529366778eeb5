-- Downloads that rollouts count, at most five of each network. `network` is a salted hash of 20 bits, which several
-- networks share. Null where an older version counted: every download counts there, as before.
alter table usage add column deliveries integer;
alter table rollout_hours add column readers integer;

create table rollout_networks (
  release_id text not null,
  target text not null,
  network integer not null,
  deliveries integer not null,
  check_ins integer not null,
  primary key (release_id, target, network)
) strict, without rowid;
