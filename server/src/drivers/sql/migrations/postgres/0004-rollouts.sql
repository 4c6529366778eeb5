-- Releases that are for some of their clients: by a policy, by a rollout. `open_rollout` is 1 until its rollout is done.

alter table releases add column policy text collate "C";

alter table releases add column open_rollout integer not null default 0;

create index releases_for_everyone on releases (app, channel, sequence) where state = 'published' and open_rollout = 0;

-- What an artifact asks of a client, so that the newest of each kind is found without reading the others.
alter table offered add column gate text collate "C" not null default '';

alter table offered add column rolling integer not null default 0;

alter table offered add column milestone integer not null default 0;

update offered set gate = (
  select 'system ' || (a.facts::jsonb ->> 'minimumSystem') from artifacts a where a.release_id = offered.release_id and a.target = offered.target)
where exists (
  select 1 from artifacts a
  where a.release_id = offered.release_id and a.target = offered.target and a.facts::jsonb ->> 'minimumSystem' is not null);

create index offered_by_gate on offered (app, channel, target, rolling, gate, sequence);

create index offered_rolling on offered (app, channel, target, sequence) where rolling = 1;

create index offered_milestones on offered (app, channel, target, sequence, rolling, gate) where milestone = 1;

alter table channels add column also_offers text collate "C";

alter table apps add column extras integer not null default 0;

alter table apps add column check_caching text collate "C" not null default 'public';

-- `plan` is JSON: the steps to come, why it stopped, its switches.
create table rollouts (
  release_id text collate "C" primary key references releases (id) on delete cascade,
  app text collate "C" not null,
  channel text collate "C" not null,
  state text collate "C" not null check (state in ('planned', 'rolling', 'paused', 'done')),
  seed bigint not null,
  permille integer not null,
  stepped_at text collate "C" not null,
  plan text collate "C" not null
);

create index rollouts_open on rollouts (app, channel) where state in ('rolling', 'paused');

create index rollouts_rolling on rollouts (release_id) where state = 'rolling';

-- Outcomes, counted anew from each resume on, and apart for each step and lap; told of no target where it is empty.
create table rollout_evidence (
  release_id text collate "C" not null references releases (id) on delete cascade,
  round integer not null,
  step integer not null,
  lap integer not null,
  source text collate "C" not null,
  target text collate "C" not null,
  bad bigint not null,
  good bigint not null,
  primary key (release_id, round, lap, source, target)
);

-- Batches of outcomes that were counted.
create table rollout_batches (
  release_id text collate "C" not null references releases (id) on delete cascade,
  batch text collate "C" not null,
  counted_at text collate "C" not null,
  primary key (release_id, batch)
);
