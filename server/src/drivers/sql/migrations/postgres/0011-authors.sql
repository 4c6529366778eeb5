-- Who published a release and who withdrew it, by the name that people know them by: a key may be gone by then.
alter table releases add column published_by text collate "C";

alter table releases add column withdrawn_by text collate "C";

-- What was done before is told by the audit log.
update releases set published_by = (
  select coalesce((select keys.name from keys where keys.id = audit.actor), audit.actor)
  from audit where audit.app_id = (select apps.id from apps where apps.slug = releases.app)
    and audit.subject = releases.id and audit.action = 'release.publish'
  order by audit.id desc limit 1)
where published_at is not null;

update releases set withdrawn_by = (
  select coalesce((select keys.name from keys where keys.id = audit.actor), audit.actor)
  from audit where audit.app_id = (select apps.id from apps where apps.slug = releases.app)
    and audit.subject = releases.id and audit.action = 'release.withdraw'
  order by audit.id desc limit 1)
where withdrawn_at is not null;
