-- Room: organization-moves. That an organization has left for good, and what remains of it here.
-- The archives that were made of it since it was frozen: all of the same rows.
alter table organization_freezes add column archives text[] not null default '{}';
-- What the new instance said when it had read it in, which is a leaf of both logs. Null: its links lead there, and nothing is
-- erased here.
alter table departures add column arrival bytea;
-- The cell of the new instance.
alter table departures add column cell integer;
-- The numbers of its workspaces, by which a proxy knows whose a path is.
alter table departures add column workspace_ids text[] not null default '{}';
-- When the last of it was erased here; this row stays.
alter table departures add column erased_at timestamptz;
alter table departures drop constraint departures_organization_id_fkey;
