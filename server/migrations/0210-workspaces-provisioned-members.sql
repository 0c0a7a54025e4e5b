-- Room: workspaces. Who was deactivated stays a member without access: `user_id` is null, as of who has not joined, and
-- the account stands here.
alter table members
  add column deactivated_user_id bigint,
  -- The connection whose provider adds and takes the person, and says which groups they have.
  add column provisioned_by text,
  add constraint members_deactivated_user_id_fkey foreign key (deactivated_user_id) references users,
  add constraint members_provisioned_by_fkey
    foreign key (provisioned_by) references identity_providers on delete set null,
  add constraint members_deactivated_check check (user_id is null or deactivated_user_id is null);
create index concurrently members_deactivated on members (deactivated_user_id) where deactivated_user_id is not null;
create index concurrently members_provisioned on members (provisioned_by) where provisioned_by is not null;
