-- Room: workflows. One of several: a person who may act in a group of their step, of whom `choice_required` are enough.
alter table actions
  -- The name of the group in its step; null for who must act.
  add column choice_group text,
  add column choice_required integer,
  -- Which of the group's slots it holds: whose fields it fills in. Null for who holds none.
  add column choice_slot integer,
  add constraint actions_choice_check check (
    (choice_group is null) = (choice_required is null) and (choice_slot is null or choice_group is not null)
  ) not valid;
alter table actions validate constraint actions_choice_check;
-- Of a group in which enough others have acted.
alter table actions drop constraint actions_status_check;
alter table actions add constraint actions_status_check
  check (status in ('not_started', 'started', 'signed', 'approved', 'declined', 'released')) not valid;
alter table actions validate constraint actions_status_check;
