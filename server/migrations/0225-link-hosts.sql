-- Room: brands. The hosts of links and mails that organizations have in place of ours.

create table link_hosts (
  organization_id bigint not null,
  -- As browsers send it, in lower case.
  host text not null,
  -- What the TXT record is to say.
  token text not null,
  set_at timestamptz not null,
  -- When the record was seen: from then on a certificate may be made for it.
  named_at timestamptz,
  -- When it led here besides; null: links do not name it yet.
  proven_at timestamptz,
  -- Links that were sent before go on; no new one names it.
  removed_at timestamptz,
  constraint link_hosts_pkey primary key (organization_id, host),
  constraint link_hosts_organization_id_fkey foreign key (organization_id) references organizations on delete cascade
);

-- The organization that proves a host has it alone.
create unique index link_hosts_proven on link_hosts (host) where proven_at is not null;
create unique index link_hosts_current on link_hosts (organization_id) where removed_at is null;
create index link_hosts_named on link_hosts (host) where named_at is not null;
