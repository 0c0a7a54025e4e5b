-- Room: jobs. What jobs could not use, from the first one that met it to the first good answer: while there is a row,
-- workers ask once a second, and the end of the row makes the jobs due that wait for it.
create table outages (
  cause text primary key,
  since timestamptz not null
);
