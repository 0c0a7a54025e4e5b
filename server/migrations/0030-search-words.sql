-- Room: workflows. What a search looks into: a workflow's name and its recipients' names and addresses, without accents
-- and in lower case. One text for each workflow, so that several words are looked for at once, by one index, wherever
-- each of them stands. Triggers write it: whoever changes a name need not know of searches.

-- NFKD takes letters and their marks apart. Letters whose stroke Unicode does not take apart are named one by one. A
-- database in another encoding cannot normalize: there only the case does not matter.
do $$
begin
  if current_setting('server_encoding') = 'UTF8' then
    execute $body$
      create function search_fold(text) returns text language sql immutable strict parallel safe as $fold$
        select replace(replace(replace(replace(
          translate(lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g')), 'łøđðħıŧ', 'loddhit'),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
      $fold$
    $body$;
  else
    create function search_fold(text) returns text language sql immutable strict parallel safe as 'select lower($1)';
  end if;
end $$;

-- A word as a pattern for LIKE. It is folded first: that may make a % or _ out of a wide one.
create function search_pattern(text) returns text language sql immutable strict parallel safe as $$
  select '%' || regexp_replace(search_fold($1), '([\\%_])', '\\\1', 'g') || '%'
$$;

create table workflow_search (
  workflow_id bigint primary key references workflows (id) on delete cascade,
  words text not null
);

-- In PL/pgSQL, which plans it once a connection.
create function write_search_words(workflow_ids bigint[]) returns void language plpgsql as $$
begin
  insert into workflow_search (workflow_id, words)
    select id, search_fold(concat_ws(E'\n', name, (
        select string_agg(recipients.name || E'\n' || email, E'\n' order by recipients.id)
          from recipients where workflow_id = workflows.id
      )))
      from workflows where id = any (workflow_ids)
    on conflict (workflow_id) do update set words = excluded.words where workflow_search.words <> excluded.words;
end $$;

-- At the end of the transaction that creates it, a workflow usually has its recipients, and with them its words.
create function search_new_workflow() returns trigger language plpgsql as $$
begin
  if not exists (select from workflow_search where workflow_id = new.id) then
    perform write_search_words(array[new.id]);
  end if;
  return null;
end $$;
create constraint trigger workflows_searched after insert on workflows deferrable initially deferred
  for each row execute function search_new_workflow();

create function search_renamed_workflow() returns trigger language plpgsql as $$
begin
  perform write_search_words(array[new.id]);
  return null;
end $$;
create trigger workflows_searched_anew after update of name on workflows
  for each row when (old.name is distinct from new.name) execute function search_renamed_workflow();

create function search_new_recipients() returns trigger language plpgsql as $$
begin
  perform write_search_words(array(select distinct workflow_id from new_rows));
  return null;
end $$;
create trigger recipients_searched after insert on recipients
  referencing new table as new_rows for each statement execute function search_new_recipients();

create function search_changed_recipient() returns trigger language plpgsql as $$
begin
  perform write_search_words(array[new.workflow_id]);
  return null;
end $$;
create trigger recipients_searched_anew after update of name, email on recipients
  for each row when ((old.name, old.email) is distinct from (new.name, new.email))
  execute function search_changed_recipient();

-- A workflow that is deleted takes its recipients and its words along: then there is nothing left to write.
create function search_gone_recipients() returns trigger language plpgsql as $$
begin
  perform write_search_words(array(select distinct workflow_id from old_rows));
  return null;
end $$;
create trigger recipients_searched_out after delete on recipients
  referencing old table as old_rows for each statement execute function search_gone_recipients();

-- Behind the triggers, whose making waits for whoever writes: nothing is missed.
insert into workflow_search (workflow_id, words)
  select workflows.id, search_fold(concat_ws(E'\n', workflows.name, people.words))
    from workflows left join (
      select workflow_id, string_agg(name || E'\n' || email, E'\n' order by id) as words
        from recipients group by workflow_id
    ) as people on people.workflow_id = workflows.id;

-- Where the database has no trigrams, a search reads every row instead (see 0011).
drop index if exists workflows_name_words;
drop index if exists recipients_words;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index workflow_search_words on workflow_search using gin (words gin_trgm_ops);
  end if;
exception when undefined_object then
  raise notice 'pg_trgm lies in a schema that is not searched: searches will read every row';
end $$;
analyze workflow_search;
