-- Room: workspaces. The organizations whose rows a transaction may see: the one of a key, or those of a person; null where
-- nothing was said, as in jobs and by a version before, which see all.
create function scoped_organizations() returns bigint[] language sql stable as $$
  select case
    when current_setting('paraph.organization', true) <> ''
      then array[current_setting('paraph.organization')::bigint]
    when current_setting('paraph.person', true) <> ''
      then array(select organization_id from members where user_id = current_setting('paraph.person')::bigint)
  end
$$;

-- Says so until the end of the transaction. Policies hold for no superuser, who therefore goes on as another role.
create function enter_row_scope(person bigint, organization bigint) returns void language plpgsql as $$
begin
  perform set_config('paraph.person', person::text, true),
    set_config('paraph.organization', coalesce(organization::text, ''), true);
  if current_setting('is_superuser') = 'on' then
    perform set_config('role', 'paraph_caller', true);
  end if;
end
$$;
