-- Room: agents. What agents may do in an organization: without a row, nothing.
create table agent_settings (
  organization_id bigint not null,
  mode text not null,
  changed_at timestamptz not null,
  constraint agent_settings_pkey primary key (organization_id),
  constraint agent_settings_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade,
  constraint agent_settings_mode_check check (mode in ('off', 'drafts', 'confirmation'))
);
