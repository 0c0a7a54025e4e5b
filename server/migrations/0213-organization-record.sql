-- Room: organization-record. What administrators and members did with their organization, in one chain each.
alter table organization_events rename to old_events;
alter table old_events rename constraint organization_events_pkey to old_events_pkey;
alter index organization_events_of rename to old_events_of;
alter index organization_events_actor rename to old_events_actor;
create table organization_events (
  id bigint generated always as identity,
  organization_id bigint not null,
  name text not null,
  occurred_at timestamptz not null,
  -- The account that acted, and the one that the event is about.
  actor_id bigint,
  about_id bigint,
  -- By which credential.
  actor jsonb not null,
  -- Who, as they were called then, and from where. Null once the account is erased; the chain covers the hash alone.
  source jsonb,
  source_sha256 bytea not null,
  detail jsonb not null,
  before jsonb,
  after jsonb,
  -- Null until the chain has gone on by it, a minute later at most.
  sequence bigint,
  hash bytea,
  mac bytea,
  constraint organization_events_pkey primary key (id),
  constraint organization_events_sequence_key unique (organization_id, sequence),
  constraint organization_events_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade,
  constraint organization_events_actor_id_fkey foreign key (actor_id) references users,
  constraint organization_events_about_id_fkey foreign key (about_id) references users
);
create index organization_events_of on organization_events (organization_id, occurred_at, id);
create index organization_events_kind on organization_events (organization_id, name, occurred_at, id);
create index organization_events_actor on organization_events (actor_id, organization_id, occurred_at);
create index organization_events_about on organization_events (about_id, organization_id, occurred_at);
create index organization_events_unchained on organization_events (id) where sequence is null;
create index organization_events_old on organization_events (occurred_at) where sequence is not null;

-- Where each chain begins, after what was old enough to be removed, and where it ends.
create table organization_chains (
  organization_id bigint not null,
  first_sequence bigint not null,
  first_hash bytea,
  first_mac bytea,
  events bigint not null,
  head bytea not null,
  head_mac bytea not null,
  mac bytea not null,
  constraint organization_chains_pkey primary key (organization_id),
  constraint organization_chains_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade
);

insert into organization_events (organization_id, name, occurred_at, actor_id, about_id, actor, source_sha256, detail)
  select organization_id, name, occurred_at, actor_id, (detail ->> 'userId')::bigint, '{"kind":"user"}', sha256(''), detail
  from old_events order by id;
drop table old_events;
