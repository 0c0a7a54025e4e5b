-- Room: mail. What the administrators of an organization are told of its certificate for seals.
-- One kind more than there are, whichever they are.
do $$
declare
  kinds text;
begin
  select string_agg(quote_literal(kind), ', ') into kinds from (
    select (regexp_matches(pg_get_constraintdef(oid), '''(\w+)''::text', 'g'))[1] as kind
    from pg_constraint where conname = 'mails_kind_check'
    union select 'seal_warning'
  ) as listed;
  alter table mails drop constraint mails_kind_check;
  execute format('alter table mails add constraint mails_kind_check check (kind in (%s)) not valid', kinds);
end $$;
alter table mails validate constraint mails_kind_check;
