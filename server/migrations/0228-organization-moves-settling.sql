-- Room: organization-moves. Organizations in which nothing new begins, and what was accepted ends, before a freeze.
create table settling_organizations (
  organization_id bigint not null primary key references organizations (id) on delete cascade,
  since timestamptz not null
);
