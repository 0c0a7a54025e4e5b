-- Room: mail. Kinds are added to those that the table has, whatever they are by now.
do $$
declare kinds text := pg_get_constraintdef((select oid from pg_constraint where conname = 'mails_kind_check'));
begin
  alter table mails drop constraint mails_kind_check;
  execute 'alter table mails add constraint mails_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''address_change''::text, ''address_notice''::text, ''daily_summary''::text, ''signed''::text, ') || ' not valid';
end $$;
alter table mails validate constraint mails_kind_check;

-- Which mails a person wants about what they sent, by what the mails are about; a person without a row gets what was
-- sent before there was a choice.
create table mail_settings (
  user_id bigint not null,
  signatures text not null,
  completions text not null,
  stops text not null,
  failures text not null,
  constraint mail_settings_pkey primary key (user_id),
  constraint mail_settings_user_id_fkey foreign key (user_id) references users on delete cascade
);
alter table mail_settings add constraint mail_settings_signatures_check check (signatures in ('now', 'daily', 'off'));
alter table mail_settings add constraint mail_settings_completions_check check (completions in ('now', 'daily', 'off'));
alter table mail_settings add constraint mail_settings_stops_check check (stops in ('now', 'daily', 'off'));
alter table mail_settings add constraint mail_settings_failures_check check (failures in ('now', 'off'));
create index mail_settings_signatures on mail_settings (user_id) where signatures <> 'off';

-- What waits for the summary of a day.
create table summary_lines (
  id bigint generated always as identity,
  user_id bigint not null,
  workflow_id bigint not null,
  event_id bigint not null,
  kind text not null,
  happened_at timestamptz not null,
  constraint summary_lines_pkey primary key (id),
  constraint summary_lines_user_id_event_id_kind_key unique (user_id, event_id, kind),
  constraint summary_lines_user_id_fkey foreign key (user_id) references users on delete cascade,
  constraint summary_lines_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint summary_lines_event_id_fkey foreign key (event_id) references events on delete cascade
);
create index summary_lines_workflow on summary_lines (workflow_id);
create index summary_lines_event on summary_lines (event_id);
