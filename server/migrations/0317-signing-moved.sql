-- Room: signing. A link of which this instance knows the hash alone: it was mailed by another one, from which its
-- organization came.
alter table signing_links add column is_moved boolean not null default false;

-- The salts of the answers that were given on another instance, which derived them from a key of its own.
create table moved_salts (
  action_id bigint not null,
  sealed_salt text not null,
  constraint moved_salts_pkey primary key (action_id),
  constraint moved_salts_action_id_fkey foreign key (action_id) references actions on delete cascade
);
