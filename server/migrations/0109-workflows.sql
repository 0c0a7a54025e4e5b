-- Room: workflows. Workflows with their documents, recipients, steps and fields; what lists count and search by.

create table workflows (
  id bigint generated always as identity,
  envelope_id text not null,
  organization_id bigint not null,
  workspace_id bigint not null,
  creator_id bigint not null,
  name text not null,
  type text not null,
  status text not null,
  old_status text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  started_at timestamptz,
  scheduled_start_at timestamptz,
  ended_at timestamptz,
  sender_name text,
  sender_message text,
  source_type text not null,
  source_value text,
  metadata jsonb not null default '{}',
  preferences jsonb not null default '{}',
  blocked_cause text,
  -- What it was called when it was started: what signers are shown and what evidence proves. The name may change
  -- afterwards; it is the label of lists.
  title text,
  -- The API key that another member made, by which it was sent: {name, maker}.
  sent_by_key jsonb,
  constraint workflows_pkey primary key (id),
  constraint workflows_envelope_id_key unique (envelope_id),
  constraint workflows_organization_id_fkey foreign key (organization_id) references organizations,
  constraint workflows_workspace_id_fkey foreign key (workspace_id) references workspaces,
  constraint workflows_creator_id_fkey foreign key (creator_id) references users
);
alter table workflows add constraint workflows_type_check check (type in ('simple', 'advanced', 'qualified'));
alter table workflows add constraint workflows_status_check
  check (status in (
    'not_started', 'started', 'approved', 'to_be_archived', 'signed', 'declined', 'canceled', 'expired',
    'blocked'
  ));
alter table workflows add constraint workflows_old_status_check
  check (old_status in (
    'not_started', 'started', 'approved', 'to_be_archived', 'signed', 'declined', 'canceled', 'expired',
    'blocked'
  ));
alter table workflows add constraint workflows_source_type_check
  check (source_type in ('api', 'web', 'mobile', 'integration'));
create index workflows_expiry on workflows (expires_at) where status in ('not_started', 'started');
create index workflows_scheduled on workflows (scheduled_start_at)
  where status = 'not_started' and scheduled_start_at is not null;
create index workflows_metadata on workflows using gin (metadata jsonb_path_ops);
-- A page far back is found in the index alone, whichever of the usual filters is set.
create index workflows_workspace on workflows (workspace_id, id desc)
  include (creator_id, status, source_type, source_value);
create index workflows_workspace_status on workflows (workspace_id, status, id desc)
  include (creator_id, source_type, source_value);
create index workflows_workspace_creator on workflows (workspace_id, creator_id, id desc)
  include (status, source_type, source_value);
create index workflows_workspace_source on workflows (workspace_id, source_type, id desc)
  include (creator_id, status, source_value);
create index workflows_workspace_value on workflows (workspace_id, source_value, id desc)
  include (creator_id, status, source_type) where source_value is not null;
create index workflows_creator on workflows (creator_id);
create index workflows_organization on workflows (organization_id);
-- Secrets in the clear, which have 32 characters: a job encrypts them with a key of the vault.
create index workflows_plain_secret on workflows (id)
  where length(preferences ->> 'WorkflowNotificationCallbackUrlSecretPreference') = 32;
create index workflows_blocked on workflows (id) where status = 'blocked';

create table documents (
  id bigint generated always as identity,
  workflow_id bigint not null,
  position integer not null,
  name text not null,
  pages jsonb not null,
  original_file_id bigint not null,
  thumb_file_id bigint,
  sealed_file_id bigint,
  storage_key text not null,
  -- What was found in it, for fields that are placed later.
  contents jsonb not null default '{"anchors": [], "formFields": []}',
  constraint documents_pkey primary key (id),
  constraint documents_workflow_id_position_key unique (workflow_id, position),
  constraint documents_storage_key_key unique (storage_key),
  constraint documents_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint documents_original_file_id_fkey foreign key (original_file_id) references files,
  constraint documents_thumb_file_id_fkey foreign key (thumb_file_id) references files,
  constraint documents_sealed_file_id_fkey foreign key (sealed_file_id) references files
);
create index documents_original_file on documents (original_file_id);
create index documents_sealed_file on documents (sealed_file_id) where sealed_file_id is not null;
create index documents_thumb_file on documents (thumb_file_id) where thumb_file_id is not null;

create table recipients (
  id bigint generated always as identity,
  workflow_id bigint not null,
  position integer not null,
  name text not null,
  email text not null,
  email_key text not null,
  anchor_tag text,
  phone text,
  language text,
  -- Null: the default of the organization, which the start of an advanced workflow writes here.
  identification text,
  -- Whether the start chose it, because the sender named none: a duplicate carries only what the sender named.
  identification_chosen boolean not null default false,
  constraint recipients_pkey primary key (id),
  constraint recipients_workflow_id_email_key_key unique (workflow_id, email_key),
  constraint recipients_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint recipients_phone_check check (phone ~ '^\+[1-9][0-9]{6,14}$')
);
alter table recipients add constraint recipients_language_check
  check (language in ('en', 'fr', 'de', 'es', 'ar'));
alter table recipients add constraint recipients_identification_check
  check (identification in ('code-sms', 'code-mail', 'passkey', 'identity-provider'));
create index recipients_email on recipients (email_key);

create table recipient_roles (
  id bigint generated always as identity,
  workflow_id bigint not null,
  recipient_id bigint not null,
  type text not null,
  color text not null,
  constraint recipient_roles_pkey primary key (id),
  constraint recipient_roles_workflow_id_fkey
    foreign key (workflow_id) references workflows on delete cascade,
  constraint recipient_roles_recipient_id_fkey
    foreign key (recipient_id) references recipients on delete cascade
);
alter table recipient_roles add constraint recipient_roles_type_check check (type in ('sign', 'review'));
create index recipient_roles_workflow on recipient_roles (workflow_id);
create index recipient_roles_recipient on recipient_roles (recipient_id);

create table steps (
  id bigint generated always as identity,
  workflow_id bigint not null,
  step_order integer not null,
  type text not null,
  status text not null,
  expires_at timestamptz,
  constraint steps_pkey primary key (id),
  constraint steps_workflow_id_step_order_key unique (workflow_id, step_order),
  constraint steps_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade
);
alter table steps add constraint steps_type_check check (type in ('sign', 'review'));
alter table steps add constraint steps_status_check
  check (status in ('not_started', 'started', 'signed', 'approved', 'declined'));

create table actions (
  id bigint generated always as identity,
  workflow_id bigint not null,
  step_id bigint not null,
  role_id bigint not null,
  recipient_id bigint not null,
  type text not null,
  status text not null,
  comment text,
  acted_at timestamptz,
  reminded_at timestamptz,
  -- The remote transaction of a qualified signature: {"provider", "responseId"}.
  transaction jsonb,
  constraint actions_pkey primary key (id),
  constraint actions_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint actions_step_id_fkey foreign key (step_id) references steps on delete cascade,
  constraint actions_role_id_fkey foreign key (role_id) references recipient_roles,
  constraint actions_recipient_id_fkey foreign key (recipient_id) references recipients
);
alter table actions add constraint actions_type_check check (type in ('sign', 'review'));
alter table actions add constraint actions_status_check
  check (status in ('not_started', 'started', 'signed', 'approved', 'declined'));
create index actions_workflow on actions (workflow_id);
create index actions_recipient on actions (recipient_id);
create index actions_role on actions (role_id);
create index actions_step on actions (step_id);

create table fields (
  id bigint generated always as identity,
  workflow_id bigint not null,
  document_id bigint not null,
  role_id bigint not null,
  position integer not null,
  type text not null,
  label text not null,
  required boolean not null,
  page integer not null,
  pos_x double precision not null,
  pos_y double precision not null,
  width double precision not null,
  height double precision not null,
  style jsonb not null,
  pdf_field_name text,
  value text,
  read_only boolean not null,
  rules jsonb not null,
  constraint fields_pkey primary key (id),
  constraint fields_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint fields_document_id_fkey foreign key (document_id) references documents on delete cascade,
  constraint fields_role_id_fkey foreign key (role_id) references recipient_roles
);
alter table fields add constraint fields_type_check
  check (type in (
    'signature', 'initials', 'date', 'name', 'email', 'company', 'department', 'title', 'location', 'address',
    'text', 'number', 'checkbox', 'radio', 'dropdown', 'stamp', 'attachment'
  ));
create index fields_workflow on fields (workflow_id);
create index fields_document on fields (document_id);
create index fields_role on fields (role_id);

-- Which tags a workflow wears; all of them are its workspace's.
create table workflow_tags (
  workflow_id bigint not null,
  tag_id bigint not null,
  constraint workflow_tags_pkey primary key (workflow_id, tag_id),
  constraint workflow_tags_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint workflow_tags_tag_id_fkey foreign key (tag_id) references tags on delete cascade
);
create index workflow_tags_tag on workflow_tags (tag_id, workflow_id desc);

-- How many workflows of each kind a workspace holds, so that no list has to count them. Every statement that makes,
-- changes or deletes workflows leaves what it changed, which nobody has to wait for; a job puts the changes into
-- the counts. The sum of both is exact in every transaction's own view. Neither refers to the workspace: that would
-- have the job wait for who closes one, and the other way round.
create table workflow_counts (
  workspace_id bigint not null,
  creator_id bigint not null,
  status text not null,
  source_type text not null,
  source_value text not null,
  total bigint not null,
  constraint workflow_counts_pkey primary key (workspace_id, creator_id, status, source_type, source_value)
);

create table workflow_count_changes (
  id bigint generated always as identity,
  workspace_id bigint not null,
  creator_id bigint not null,
  status text not null,
  source_type text not null,
  source_value text not null,
  change bigint not null,
  constraint workflow_count_changes_pkey primary key (id)
);
create index workflow_count_changes_workspace on workflow_count_changes (workspace_id);

create function count_new_workflows() returns trigger language plpgsql as $$
begin
  insert into workflow_count_changes (workspace_id, creator_id, status, source_type, source_value, change)
    select workspace_id, creator_id, status, source_type, coalesce(source_value, ''), count(*)
      from new_rows group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger workflows_counted_in after insert on workflows
  referencing new table as new_rows for each statement execute function count_new_workflows();

create function count_gone_workflows() returns trigger language plpgsql as $$
begin
  insert into workflow_count_changes (workspace_id, creator_id, status, source_type, source_value, change)
    select workspace_id, creator_id, status, source_type, coalesce(source_value, ''), -count(*)
      from old_rows group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger workflows_counted_out after delete on workflows
  referencing old table as old_rows for each statement execute function count_gone_workflows();

-- Most changes of a row are no change of a count: a trigger for each row has a condition, which one with tables has
-- not.
create function count_changed_workflow() returns trigger language plpgsql as $$
begin
  insert into workflow_count_changes (workspace_id, creator_id, status, source_type, source_value, change) values
    (old.workspace_id, old.creator_id, old.status, old.source_type, coalesce(old.source_value, ''), -1),
    (new.workspace_id, new.creator_id, new.status, new.source_type, coalesce(new.source_value, ''), 1);
  return null;
end $$;
create trigger workflows_counted_anew after update on workflows for each row
  when ((old.workspace_id, old.creator_id, old.status, old.source_type, old.source_value)
    is distinct from (new.workspace_id, new.creator_id, new.status, new.source_type, new.source_value))
  execute function count_changed_workflow();

-- What a search looks into: a workflow's name and its recipients' names and addresses, without accents and in lower
-- case. One text for each workflow, so that several words are looked for at once, by one index, wherever each of
-- them stands. Triggers write it: whoever changes a name need not know of searches.

-- NFKD takes letters and their marks apart. Letters whose stroke Unicode does not take apart are named one by one.
-- A database in another encoding cannot normalize: there only the case does not matter.
do $$
begin
  if current_setting('server_encoding') = 'UTF8' then
    execute $body$
      create function search_fold(text) returns text language sql immutable strict parallel safe as $fold$
        select replace(replace(replace(replace(
          translate(lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g')), 'łøđðħıŧ', 'loddhit'),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
      $fold$
    $body$;
  else
    create function search_fold(text) returns text language sql immutable strict parallel safe as 'select lower($1)';
  end if;
end $$;

-- A word as a pattern for LIKE. It is folded first: that may make a % or _ out of a wide one.
create function search_pattern(text) returns text language sql immutable strict parallel safe as $$
  select '%' || regexp_replace(search_fold($1), '([\\%_])', '\\\1', 'g') || '%'
$$;

create table workflow_search (
  workflow_id bigint not null,
  words text not null,
  constraint workflow_search_pkey primary key (workflow_id),
  constraint workflow_search_workflow_id_fkey
    foreign key (workflow_id) references workflows on delete cascade
);
-- Where the database does not allow trigrams, a search reads every row of the workspaces instead: the same answers,
-- later.
do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'no pg_trgm: searches will read every row';
end $$;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index workflow_search_words on workflow_search using gin (words gin_trgm_ops);
  end if;
exception when undefined_object then
  raise notice 'pg_trgm lies in a schema that is not searched: searches will read every row';
end $$;

-- A plan for the very workflow always seems cheaper than one for any, so the statement would be planned at each
-- call, which takes ten times as long as executing it.
create function write_search_words(workflow_ids bigint[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  insert into workflow_search (workflow_id, words)
    select id, search_fold(concat_ws(E'\n', name, (
        select string_agg(recipients.name || E'\n' || email, E'\n' order by recipients.id)
          from recipients where workflow_id = workflows.id
      )))
      from workflows where id = any (workflow_ids)
    on conflict (workflow_id) do update set words = excluded.words where workflow_search.words <> excluded.words;
end $$;

-- At the end of the transaction that creates it, a workflow usually has its recipients, and with them its words.
create function search_new_workflow() returns trigger language plpgsql as $$
begin
  if not exists (select from workflow_search where workflow_id = new.id) then
    perform write_search_words(array[new.id]);
  end if;
  return null;
end $$;
create constraint trigger workflows_searched after insert on workflows deferrable initially deferred
  for each row execute function search_new_workflow();

create function search_renamed_workflow() returns trigger language plpgsql as $$
begin
  perform write_search_words(array[new.id]);
  return null;
end $$;
create trigger workflows_searched_anew after update of name on workflows
  for each row when (old.name is distinct from new.name) execute function search_renamed_workflow();

create function search_new_recipients() returns trigger language plpgsql as $$
begin
  perform write_search_words(array(select distinct workflow_id from new_rows));
  return null;
end $$;
create trigger recipients_searched after insert on recipients
  referencing new table as new_rows for each statement execute function search_new_recipients();

create function search_changed_recipient() returns trigger language plpgsql as $$
begin
  perform write_search_words(array[new.workflow_id]);
  return null;
end $$;
create trigger recipients_searched_anew after update of name, email on recipients
  for each row when ((old.name, old.email) is distinct from (new.name, new.email))
  execute function search_changed_recipient();

-- A workflow that is deleted takes its recipients and its words along: then there is nothing left to write.
create function search_gone_recipients() returns trigger language plpgsql as $$
begin
  perform write_search_words(array(select distinct workflow_id from old_rows));
  return null;
end $$;
create trigger recipients_searched_out after delete on recipients
  referencing old table as old_rows for each statement execute function search_gone_recipients();
