-- How an app's bytes reach its clients, and the days on which usage does not know of all of them.
alter table apps add column delivery text collate "C" not null default 'metered';

create table usage_partial (
  app text collate "C" not null,
  from_day text collate "C" not null,
  to_day text collate "C",
  primary key (app, from_day)
);
