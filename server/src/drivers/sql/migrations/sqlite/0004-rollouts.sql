-- Releases that are for some of their clients: by a policy, by a rollout. `open_rollout` is 1 until its rollout is done.

alter table releases add column policy text;

alter table releases add column open_rollout integer not null default 0;

create index releases_for_everyone on releases (app, channel, sequence) where state = 'published' and open_rollout = 0;

-- What an artifact asks of a client, so that the newest of each kind is found without reading the others.
alter table offered add column gate text not null default '';

alter table offered add column rolling integer not null default 0;

alter table offered add column milestone integer not null default 0;

update offered set gate = (
  select 'system ' || json_extract(a.facts, '$.minimumSystem') from artifacts a where a.release_id = offered.release_id and a.target = offered.target)
where exists (
  select 1 from artifacts a
  where a.release_id = offered.release_id and a.target = offered.target and json_extract(a.facts, '$.minimumSystem') is not null);

create index offered_by_gate on offered (app, channel, target, rolling, gate, sequence);

create index offered_rolling on offered (app, channel, target, sequence) where rolling = 1;

create index offered_milestones on offered (app, channel, target, sequence, rolling, gate) where milestone = 1;

alter table channels add column also_offers text;

alter table apps add column extras integer not null default 0;

alter table apps add column check_caching text not null default 'public';

-- `plan` is JSON: the steps to come, why it stopped, its switches.
create table rollouts (
  release_id text primary key references releases (id) on delete cascade,
  app text not null,
  channel text not null,
  state text not null check (state in ('planned', 'rolling', 'paused', 'done')),
  seed integer not null,
  permille integer not null,
  stepped_at text not null,
  plan text not null
) strict, without rowid;

create index rollouts_open on rollouts (app, channel) where state in ('rolling', 'paused');

create index rollouts_rolling on rollouts (release_id) where state = 'rolling';

-- Outcomes, counted anew from each resume on, and apart for each step and lap; told of no target where it is empty.
create table rollout_evidence (
  release_id text not null references releases (id) on delete cascade,
  round integer not null,
  step integer not null,
  lap integer not null,
  source text not null,
  target text not null,
  bad integer not null,
  good integer not null,
  primary key (release_id, round, lap, source, target)
) strict, without rowid;

-- Batches of outcomes that were counted.
create table rollout_batches (
  release_id text not null references releases (id) on delete cascade,
  batch text not null,
  counted_at text not null,
  primary key (release_id, batch)
) strict, without rowid;
