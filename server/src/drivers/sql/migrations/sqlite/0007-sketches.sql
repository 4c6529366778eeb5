-- Who asked with an id, on a day, in a channel, with a version ('' is any): registers of a sketch from which their number
-- can be told. Each node has rows of its own; those that were merged have no node.
create table fleet_sketches (
  app text not null,
  day text not null,
  channel text not null,
  version text not null,
  node text not null,
  registers text not null,
  primary key (app, day, channel, version, node)
) strict;

create index fleet_sketches_apart on fleet_sketches (app, day, channel) where node <> '';
