-- People who signed in with a key. What their browser holds is kept as its SHA-256 alone; without a key it is the
-- admin's. `secret_hash` is of the key that it was opened with: another one, and the session is over.
create table sessions (
  id_hash text collate "C" primary key,
  key_id text collate "C" references keys (id) on delete cascade,
  secret_hash text collate "C" not null,
  created_at text collate "C" not null,
  used_at text collate "C" not null,
  expires_at text collate "C" not null
);

create index sessions_by_key on sessions (key_id, created_at);

create index sessions_by_end on sessions (expires_at);

-- Where a change came through: `dashboard`, or null for a key that was sent with the call.
alter table audit add column through text collate "C";

create index audit_by_subject on audit (app_id, subject, id);
