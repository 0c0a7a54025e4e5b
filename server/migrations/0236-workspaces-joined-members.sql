-- Room: workspaces. Whether anyone, or an administrator, is left in an organization is asked of those who have joined, however many
-- are invited or deactivated.
create index concurrently members_joined on members (organization_id) where user_id is not null;
create index concurrently members_administrators on members (organization_id) where administrator;
