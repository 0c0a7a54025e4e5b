-- Room: workflows. What a workflow was called when it was started: what signers are shown and what evidence proves. The
-- name may change afterwards; it is the label of lists.
alter table workflows add column title text;

-- What was started before has, in this order: the name in the notification of its start; the name at its creation, where
-- it was renamed after its start and not before; else its name, which then is the one it was started with as far as the
-- trail says.
update workflows w set title = coalesce(
  (
    select e.snapshot::jsonb ->> 'name' from events e
    where e.workflow_id = w.id and e.name = 'workflow.started' and e.snapshot is not null
    order by e.sequence limit 1
  ),
  (
    select created.detail ->> 'name'
    from events created
    join events started on started.workflow_id = w.id and started.name = 'workflow.started'
    where created.workflow_id = w.id and created.name = 'workflow.created'
      and exists (
        select from events e where e.workflow_id = w.id and e.name = 'workflow.changed'
          and e.sequence > started.sequence and e.detail ->> 'parts' ~ '\mname\M'
      )
      and not exists (
        select from events e where e.workflow_id = w.id and e.name = 'workflow.changed'
          and e.sequence < started.sequence and e.detail ->> 'parts' ~ '\mname\M'
      )
    order by started.sequence limit 1
  ),
  w.name
)
where w.started_at is not null;
