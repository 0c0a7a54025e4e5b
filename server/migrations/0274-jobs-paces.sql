-- Room: jobs. From when on a lane with a pace has its next turn, for all processes of the instance.
create table lane_paces (
  lane text not null,
  next_at timestamptz not null,
  constraint lane_paces_pkey primary key (lane)
);
