-- How an app's bytes reach its clients, and the days on which usage does not know of all of them.
alter table apps add column delivery text not null default 'metered';

create table usage_partial (
  app text not null,
  from_day text not null,
  to_day text,
  primary key (app, from_day)
) strict, without rowid;
