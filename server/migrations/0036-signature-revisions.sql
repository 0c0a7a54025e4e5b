-- The table signatures moves to the room signing.
-- Room: signing. A signature that was made while no timestamp was to be had; its revisions get it later.
create table pending_timestamps (
  action_id bigint primary key references actions on delete cascade,
  workflow_id bigint not null references workflows on delete cascade,
  attempts integer not null default 0,
  cause text
);
create index pending_timestamps_workflow on pending_timestamps (workflow_id);
