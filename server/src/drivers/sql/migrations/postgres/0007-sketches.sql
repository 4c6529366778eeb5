-- Who asked with an id, on a day, in a channel, with a version ('' is any): registers of a sketch from which their number
-- can be told. Each node has rows of its own; those that were merged have no node.
create table fleet_sketches (
  app text collate "C" not null,
  day text collate "C" not null,
  channel text collate "C" not null,
  version text collate "C" not null,
  node text collate "C" not null,
  registers text collate "C" not null,
  primary key (app, day, channel, version, node)
);

create index fleet_sketches_apart on fleet_sketches (app, day, channel) where node <> '';
