-- Room: workspaces. What was done with an organization and its members.
create table organization_events (
  id bigint generated always as identity,
  organization_id bigint not null,
  name text not null,
  occurred_at timestamptz not null,
  actor_id bigint,
  -- Ids and counts, and names of the organization; no name or address of a person, who may be erased.
  detail jsonb not null,
  constraint organization_events_pkey primary key (id),
  constraint organization_events_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade,
  constraint organization_events_actor_id_fkey foreign key (actor_id) references users
);
create index organization_events_of on organization_events (organization_id, id);
create index organization_events_actor on organization_events (actor_id);
