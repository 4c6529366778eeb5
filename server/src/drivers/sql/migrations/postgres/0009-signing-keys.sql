-- Whose signatures an app's files have, and whether they must. A key is never deleted: releases name it.
create table signing_keys (
  id text collate "C" primary key,
  app text collate "C" not null references apps (slug),
  kind text collate "C" not null check (kind in ('minisign', 'ed25519')),
  key_id text collate "C" not null,
  public_key text collate "C" not null,
  name text collate "C" not null,
  from_version text collate "C",
  state text collate "C" not null check (state in ('active', 'retired')),
  created_at text collate "C" not null,
  retired_at text collate "C",
  unique (app, kind, public_key)
);

alter table apps add column signatures text collate "C" not null default 'warn';

alter table apps add column signed_version text collate "C" not null default 'warn';

-- What was found when the signature was judged with the bytes; `judged_of` is a hash of what that was.
alter table artifacts add column signed_by text collate "C";

alter table artifacts add column signed_key_id text collate "C";

alter table artifacts add column signed_version text collate "C";

alter table artifacts add column judged_at text collate "C";

alter table artifacts add column judged_of text collate "C";
