-- Whose signatures an app's files have, and whether they must. A key is never deleted: releases name it.
create table signing_keys (
  id text primary key,
  app text not null references apps (slug),
  kind text not null check (kind in ('minisign', 'ed25519')),
  key_id text not null,
  public_key text not null,
  name text not null,
  from_version text,
  state text not null check (state in ('active', 'retired')),
  created_at text not null,
  retired_at text,
  unique (app, kind, public_key)
) strict, without rowid;

alter table apps add column signatures text not null default 'warn';

alter table apps add column signed_version text not null default 'warn';

-- What was found when the signature was judged with the bytes; `judged_of` is a hash of what that was.
alter table artifacts add column signed_by text;

alter table artifacts add column signed_key_id text;

alter table artifacts add column signed_version text;

alter table artifacts add column judged_at text;

alter table artifacts add column judged_of text;
