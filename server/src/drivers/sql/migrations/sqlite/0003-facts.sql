-- What some updaters need to know of a file beyond the specification, as JSON, where it was declared; and files that
-- only go with another: block maps, deltas.

alter table artifacts add column companion_of text;

alter table artifacts add column facts text;
