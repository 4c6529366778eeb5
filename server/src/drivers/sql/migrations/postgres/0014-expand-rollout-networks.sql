-- Downloads that rollouts count, at most five of each network. `network` is a salted hash of 20 bits, which several
-- networks share. Null where an older version counted: every download counts there, as before.
alter table usage add column deliveries bigint;
alter table rollout_hours add column readers bigint;

create table rollout_networks (
  release_id text collate "C" not null,
  target text collate "C" not null,
  network integer not null,
  deliveries bigint not null,
  check_ins bigint not null,
  primary key (release_id, target, network)
);
