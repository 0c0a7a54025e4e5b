-- Room: organization-moves. Organizations of which nothing changes at present, because they are taken elsewhere.

create table organization_freezes (
  organization_id bigint not null primary key references organizations (id) on delete cascade,
  frozen_at timestamptz not null
);

-- Refuses a row whose organization is frozen. The argument is the condition under which it is, as SQL with the row as
-- $1: triggers with it are made of the map of tables when an organization is frozen, and dropped with the last one.
create function refuse_frozen_row() returns trigger language plpgsql as $$
declare
  is_frozen boolean := false;
begin
  if tg_op <> 'DELETE' then
    execute 'select ' || tg_argv[0] into is_frozen using new;
  end if;
  if tg_op <> 'INSERT' and is_frozen is not true then
    execute 'select ' || tg_argv[0] into is_frozen using old;
  end if;
  if is_frozen then
    raise exception 'a row of % belongs to a frozen organization', tg_table_name using errcode = 'PF001';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;
