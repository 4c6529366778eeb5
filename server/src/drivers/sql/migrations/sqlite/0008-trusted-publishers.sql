-- Who may exchange the token of a pipeline for a key. `claims`, `pinned` and `scopes` are JSON.
create table trusted_publishers (
  id text primary key,
  app text not null references apps (slug),
  provider text not null,
  issuer text not null,
  claims text not null,
  pinned text,
  scopes text not null,
  ttl_seconds integer not null,
  name text not null,
  created_at text not null,
  last_used_at text
) strict;

create index trusted_publishers_by_app on trusted_publishers (app, created_at, id);

-- Tokens that were exchanged: whoever writes the row gets the key.
create table used_tokens (
  issuer text not null,
  token_id text not null,
  expires_at text not null,
  primary key (issuer, token_id)
) strict, without rowid;

create index used_tokens_by_end on used_tokens (expires_at);

-- By whose trust a key was made, and what its token said; JSON. Null: someone made it by hand.
alter table keys add column trust_id text;

alter table keys add column via text;

create index keys_by_trust on keys (trust_id, expires_at) where trust_id is not null;

create index keys_exchanged on keys (app, expires_at) where trust_id is not null;

create index keys_made on keys (app, position) where trust_id is null;

alter table apps add column publishing text not null default 'any';

-- What the token of the pipeline said that published it; JSON.
alter table releases add column published_via text;
