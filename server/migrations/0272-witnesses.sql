-- Room: workflows. A witness signs after a signer of the same step, and beside them.
alter table actions
  -- The signer of the step; null for who is no witness.
  add column witness_of bigint,
  -- Whether the signer names them, and may name another one until they have signed.
  add column witness_asked boolean not null default false,
  add constraint actions_witness_of_fkey foreign key (witness_of) references recipients not valid,
  -- Who may be stood in for has no witness, and is none.
  add constraint actions_witness_check check (
    witness_of is null or (type = 'sign' and choice_group is null and witness_of <> recipient_id)
  ) not valid;
alter table actions validate constraint actions_witness_of_fkey;
alter table actions validate constraint actions_witness_check;
create index concurrently actions_witness_of on actions (witness_of) where witness_of is not null;
