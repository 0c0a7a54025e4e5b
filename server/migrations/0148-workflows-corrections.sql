-- Room: workflows. What the sender had filled in, which answers do not change; null: nothing, or of a version that did
-- not keep it.
alter table fields add column sent_value text;

-- Why the sender stopped it, for the people in it; null: not said.
alter table workflows add column cancel_reason text;
