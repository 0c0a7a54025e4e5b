-- Room: organization-record. Where the record of an organization is sent as it grows, and how far it has come.
create table record_collectors (
  organization_id bigint not null,
  url text not null,
  format text not null,
  -- What the secret of its signatures is derived from.
  secret_key text not null,
  -- The value of the header Authorization; encrypted.
  sealed_authorization text,
  -- The number of the last event that the collector has taken.
  position bigint not null,
  -- Tries that have failed since it took one, and what the last of them said.
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  status integer,
  cause text,
  delivered_at timestamptz,
  leased_until timestamptz,
  changed_at timestamptz not null,
  constraint record_collectors_pkey primary key (organization_id),
  constraint record_collectors_format_check check (format in ('json', 'otlp')),
  constraint record_collectors_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade
);
