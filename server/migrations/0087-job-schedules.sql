-- Room: jobs. For what is done by the clock, the last period (an hour, a day) of the database's clock for which a job was
-- added.
create table job_schedules (
  name text primary key,
  period bigint not null
);
