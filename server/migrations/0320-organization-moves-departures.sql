-- Room: organization-moves. Organizations that are on another instance now, to which their links lead for a while.
create table departures (
  organization_id bigint not null primary key references organizations (id) on delete cascade,
  -- The address of that instance, without a slash at its end.
  moved_to text not null,
  ends_at timestamptz not null
);
