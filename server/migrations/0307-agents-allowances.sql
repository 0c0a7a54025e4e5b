-- Room: agents. What agents may send by themselves: without a row, nothing.
create table agent_allowances (
  organization_id bigint not null,
  domains text[] not null,
  daily_cap integer not null,
  -- The administrator who set it; null once their account is gone.
  set_by bigint,
  changed_at timestamptz not null,
  -- How many were sent on one day, as 2030-01-31; null before the first.
  used_on text,
  used integer not null default 0,
  constraint agent_allowances_pkey primary key (organization_id),
  constraint agent_allowances_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade,
  constraint agent_allowances_set_by_fkey foreign key (set_by) references users on delete set null
);
create index agent_allowances_setter on agent_allowances (set_by);

create table agent_allowance_templates (
  organization_id bigint not null,
  template_id bigint not null,
  -- As it was listed: a template that has changed since is not covered any more.
  version integer not null,
  constraint agent_allowance_templates_pkey primary key (organization_id, template_id),
  constraint agent_allowance_templates_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade,
  constraint agent_allowance_templates_template_id_fkey
    foreign key (template_id) references templates on delete cascade
);
create index agent_allowance_templates_template on agent_allowance_templates (template_id);
