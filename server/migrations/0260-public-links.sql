-- Room: public-links. Addresses of templates for whoever comes.
create table public_links (
  id bigint generated always as identity,
  organization_id bigint not null,
  template_id bigint not null,
  -- In whose name workflows are made; what their role allows is read anew each time.
  creator_id bigint not null,
  -- What the token of the address is derived from with a key of the vault; its hash finds the link.
  key text not null,
  token_hash bytea not null,
  -- Which secret signs values: derived as well, and another one after a renewal.
  secret_number integer not null default 1,
  name text not null,
  placeholder_id integer not null,
  people jsonb not null,
  opens_at timestamptz,
  closes_at timestamptz,
  maximum integer,
  is_once_per_person boolean not null,
  language text,
  prefill_keys jsonb not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint public_links_pkey primary key (id),
  constraint public_links_token_hash_key unique (token_hash),
  constraint public_links_organization_id_fkey foreign key (organization_id) references organizations on delete cascade,
  constraint public_links_template_id_fkey foreign key (template_id) references templates on delete cascade,
  constraint public_links_creator_id_fkey foreign key (creator_id) references users,
  constraint public_links_token_hash_check check (octet_length(token_hash) = 32),
  constraint public_links_maximum_check check (maximum > 0)
);
create index public_links_template on public_links (template_id, id);
create index public_links_organization on public_links (organization_id);
create index public_links_creator on public_links (creator_id);

create table submissions (
  id bigint generated always as identity,
  link_id bigint not null,
  -- Of the key with which a browser enters its code.
  key_hash bytea not null,
  -- A keyed hash of the address, by which a person is recognized at this link, also once their address is erased.
  person_hash bytea not null,
  state text not null,
  -- Null once the workflow is erased.
  name text,
  email text,
  language text,
  -- Null once there is the workflow, which says it all.
  entered jsonb,
  reference text,
  -- The code itself is derived, and stored nowhere.
  tries integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  proven_at timestamptz,
  ended_at timestamptz,
  workflow_id bigint,
  constraint submissions_pkey primary key (id),
  constraint submissions_key_hash_key unique (key_hash),
  constraint submissions_link_id_fkey foreign key (link_id) references public_links on delete cascade,
  constraint submissions_workflow_id_fkey foreign key (workflow_id) references workflows on delete set null,
  constraint submissions_state_check check (state in ('asked', 'open', 'done', 'abandoned', 'ended'))
);
create unique index submissions_open on submissions (link_id, person_hash) where state = 'open';
create index submissions_link on submissions (link_id, id);
create index submissions_asked on submissions (expires_at) where state = 'asked';
create index submissions_under_way on submissions (proven_at) where state in ('open', 'abandoned');
create index submissions_workflow on submissions (workflow_id) where workflow_id is not null;
