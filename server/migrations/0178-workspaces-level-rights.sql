-- Room: workspaces. Which levels each role may ask for, by the id of the role; a role that is not named, and every role
-- where it is null, may ask for all.
alter table organizations add column level_rights jsonb;
