-- The download page of an app: off for those that were there before it, until they switch it on.
alter table apps add column page integer not null default 0;
