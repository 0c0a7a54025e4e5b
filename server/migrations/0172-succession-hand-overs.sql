-- Room: succession. What a member hands over to another one, until all of it is: in slices, by a job.
create table hand_overs (
  id bigint generated always as identity,
  organization_id bigint not null,
  user_id bigint not null,
  to_user_id bigint not null,
  -- Who asked for it, as trails name them.
  actor jsonb not null,
  started_at timestamptz not null,
  -- How much is done.
  workflows integer not null default 0,
  templates integer not null default 0,
  constraint hand_overs_pkey primary key (id),
  constraint hand_overs_organization_id_user_id_key unique (organization_id, user_id),
  constraint hand_overs_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade,
  constraint hand_overs_user_id_fkey foreign key (user_id) references users,
  constraint hand_overs_to_user_id_fkey foreign key (to_user_id) references users
);
create index hand_overs_user on hand_overs (user_id);
create index hand_overs_to_user on hand_overs (to_user_id);
