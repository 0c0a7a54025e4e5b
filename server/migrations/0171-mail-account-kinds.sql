-- Room: mail. Kinds are added to those that the table has, whatever they are by now.
do $$
declare kinds text := pg_get_constraintdef((select oid from pg_constraint where conname = 'mails_kind_check'));
begin
  alter table mails drop constraint mails_kind_check;
  execute 'alter table mails add constraint mails_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''address_change''::text, ''address_notice''::text, ''daily_summary''::text, ');
end $$;
