-- Room: organization-moves. The cell from whose range this instance gives numbers; without a row it counts from 1.
create table number_ranges (
  is_only boolean not null primary key default true check (is_only),
  cell integer not null check (cell between 1 and 8999)
);
