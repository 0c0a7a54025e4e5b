-- Room: http. What the operator lets an organization use, and what it has used of that.
create table organization_quotas (
  organization_id bigint not null,
  quota text not null,
  -- Whether it has a value of its own; else that of the instance counts.
  is_own boolean not null,
  -- Null: no limit.
  value bigint,
  used bigint not null default 0,
  -- When the month or day began in which that was used; of stored bytes, when they were measured.
  since timestamptz,
  -- Of stored bytes: the last event that could be seen then. What came by it and those before is measured.
  measured_event bigint,
  constraint organization_quotas_pkey primary key (organization_id, quota),
  constraint organization_quotas_organization_id_fkey foreign key (organization_id)
    references organizations on delete cascade
);
