-- Room: instance-health. What an examination of the whole instance found, for its owner.
create table health_checks (
  id bigint generated always as identity,
  asked_at timestamptz not null,
  -- Null until it has ended; one that never does counts no more after some minutes.
  finished_at timestamptz,
  findings jsonb,
  constraint health_checks_pkey primary key (id)
);
create index health_checks_finished on health_checks (finished_at desc) where finished_at is not null;
