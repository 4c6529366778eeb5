-- What outlives an app carries its id: another app may take the slug. Rows from before are the present app's if they
-- are no older than it; the others belong to one that is gone.

alter table apps add column id text collate "C";

update apps set id = 'app_' || replace(gen_random_uuid()::text, '-', '');

create unique index apps_by_id on apps (id);

alter table audit add column app_id text collate "C";

update audit set app_id = apps.id from apps where apps.slug = audit.app and apps.created_at <= audit.at;

create index audit_by_app_id on audit (app_id, id);
