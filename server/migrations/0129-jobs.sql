-- Room: jobs. What jobs wait for, and which of the clock were added.

-- What jobs could not use, from the first one that met it to the first good answer: while there is a row, workers
-- ask once a second, and the end of the row makes the jobs due that wait for it.
create table outages (
  cause text not null,
  since timestamptz not null,
  constraint outages_pkey primary key (cause)
);

-- For what is done by the clock, the last period (an hour, a day) of the database's clock for which a job was
-- added.
create table job_schedules (
  name text not null,
  period bigint not null,
  constraint job_schedules_pkey primary key (name)
);
