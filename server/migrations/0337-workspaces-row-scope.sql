-- Room: workspaces. The organizations whose rows a transaction may see; null where nothing was said, as in jobs and by a
-- version before, which see all. Without a query, so that policies cost little.
create function scoped_organizations() returns bigint[] language sql stable as $$
  select string_to_array(nullif(current_setting('paraph.organizations', true), ''), ',')::bigint[]
$$;

-- Says so until the end of the transaction: the one of a key, or those of a person, and none for who belongs nowhere.
-- Policies hold for no superuser, who therefore goes on as another role.
create function enter_row_scope(person bigint, organization bigint) returns void language plpgsql as $$
begin
  perform set_config('paraph.organizations', coalesce(organization::text, (
    select concat_ws(',', '0', string_agg(organization_id::text, ',')) from members where user_id = person
  )), true);
  if current_setting('is_superuser') = 'on' then
    perform set_config('role', 'paraph_caller', true);
  end if;
end
$$;
