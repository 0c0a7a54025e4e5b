-- Room: webhooks. Notifications of integrators, and each attempt to send one.

create table deliveries (
  id bigint generated always as identity,
  workflow_id bigint not null,
  event_id bigint not null,
  event_name text not null,
  webhook_id text not null,
  url text not null,
  -- Null: the snapshot of the event.
  body text,
  state text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  delivered_at timestamptz,
  -- An endpoint of the organization; null: the workflow's own callback.
  endpoint_id bigint,
  constraint deliveries_pkey primary key (id),
  constraint deliveries_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint deliveries_event_id_fkey foreign key (event_id) references events on delete cascade,
  constraint deliveries_endpoint_id_fkey
    foreign key (endpoint_id) references webhook_endpoints on delete cascade
);
alter table deliveries add constraint deliveries_state_check
  check (state in ('pending', 'delivered', 'dead'));
create index deliveries_workflow on deliveries (workflow_id, id);
create unique index deliveries_once on deliveries (event_id, endpoint_id) nulls not distinct;
create index deliveries_endpoint on deliveries (endpoint_id, id desc) where endpoint_id is not null;
create index deliveries_age on deliveries (created_at) where state <> 'pending';
create index deliveries_pending on deliveries (created_at) where state = 'pending';
create index deliveries_dead on deliveries (created_at) where state = 'dead';

create table delivery_attempts (
  id bigint generated always as identity,
  delivery_id bigint not null,
  attempted_at timestamptz not null,
  status integer,
  error text,
  response text,
  duration_ms integer not null,
  constraint delivery_attempts_pkey primary key (id),
  constraint delivery_attempts_delivery_id_fkey
    foreign key (delivery_id) references deliveries on delete cascade
);
create index delivery_attempts_delivery on delivery_attempts (delivery_id);

-- Who sends the deliveries of a workflow to one receiver, by the clock of the database. It refers to no other row: to
-- take a lease waits for no lock but that of a lease, and meets no transaction that erases the workflow.
create table delivery_leases (
  workflow_id bigint not null,
  -- Null: the workflow's own callback.
  endpoint_id bigint,
  leased_by text not null,
  leased_until timestamptz not null
);
create unique index delivery_leases_one on delivery_leases (workflow_id, endpoint_id) nulls not distinct;
