-- Rooms: workflows, templates. What may be filled into a field, and when.
alter table fields
  add column read_only boolean not null default false,
  add column rules jsonb not null default '{"options": null, "group": null, "groupMin": null, "groupMax": null,
    "min": null, "max": null, "pattern": null, "maxLength": null, "placeholder": null, "showIf": null}';
alter table fields alter column read_only drop default, alter column rules drop default;

-- Answers of signers who have acted stay as their evidence has them; only open fields are changed.
create temporary view open_fields as
  select fields.id from fields
  where not exists (select from actions where actions.role_id = fields.role_id and actions.acted_at is not null);

-- The sender fills stamps; signing pages put the id of a signature image there.
update fields set value = null
  where type = 'stamp' and value in (select id from signature_images) and id in (select id from open_fields);
update fields set read_only = true where type = 'stamp';
update fields set value = case when lower(value) in ('false', '0', 'no', 'off') then null else '1' end
  where type = 'checkbox' and value is not null and id in (select id from open_fields);
-- Choices had no options: they were ticked on signing pages, and any text was accepted.
update fields set type = 'checkbox', value = case when value is null then null else '1' end
  where type = 'radio' and id in (select id from open_fields);
update fields set type = 'text' where type = 'dropdown' and id in (select id from open_fields);
drop view open_fields;

update templates set plan = jsonb_set(plan, '{fields}', coalesce((
  select jsonb_agg(field || jsonb_build_object(
    'readOnly', field ->> 'type' = 'stamp',
    'type', case field ->> 'type' when 'radio' then 'checkbox' when 'dropdown' then 'text' else field ->> 'type' end,
    'value', case
      when field ->> 'type' not in ('checkbox', 'radio') then field -> 'value'
      when coalesce(lower(field ->> 'value'), 'false') in ('false', '0', 'no', 'off') then 'null'
      else '"1"' end,
    'rules', '{"options": null, "group": null, "groupMin": null, "groupMax": null, "min": null, "max": null,
      "pattern": null, "maxLength": null, "placeholder": null, "showIf": null}'::jsonb
  ) order by place)
  from jsonb_array_elements(plan -> 'fields') with ordinality as fields (field, place)
), '[]'));
