-- Who may exchange the token of a pipeline for a key. `claims`, `pinned` and `scopes` are JSON.
create table trusted_publishers (
  id text collate "C" primary key,
  app text collate "C" not null references apps (slug),
  provider text collate "C" not null,
  issuer text collate "C" not null,
  claims text collate "C" not null,
  pinned text collate "C",
  scopes text collate "C" not null,
  ttl_seconds integer not null,
  name text collate "C" not null,
  created_at text collate "C" not null,
  last_used_at text collate "C"
);

create index trusted_publishers_by_app on trusted_publishers (app, created_at, id);

-- Tokens that were exchanged: whoever writes the row gets the key.
create table used_tokens (
  issuer text collate "C" not null,
  token_id text collate "C" not null,
  expires_at text collate "C" not null,
  primary key (issuer, token_id)
);

create index used_tokens_by_end on used_tokens (expires_at);

-- By whose trust a key was made, and what its token said; JSON. Null: someone made it by hand.
alter table keys add column trust_id text collate "C";

alter table keys add column via text collate "C";

create index keys_by_trust on keys (trust_id, expires_at) where trust_id is not null;

create index keys_exchanged on keys (app, expires_at) where trust_id is not null;

create index keys_made on keys (app, position) where trust_id is null;

alter table apps add column publishing text collate "C" not null default 'any';

-- What the token of the pipeline said that published it; JSON.
alter table releases add column published_via text collate "C";
