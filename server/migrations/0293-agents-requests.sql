-- Room: agents. What agents ask people to do: a person decides on a page, once, and within a day.
create table agent_requests (
  id text not null,
  act text not null,
  -- For whom the agent acts.
  user_id bigint not null,
  workflow_id bigint not null,
  agent_name text not null,
  agent_client_id text,
  -- Of a cancellation: what people of the workflow read.
  reason text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decision text,
  decided_by bigint,
  decided_at timestamptz,
  constraint agent_requests_pkey primary key (id),
  constraint agent_requests_user_id_fkey foreign key (user_id) references users on delete cascade,
  constraint agent_requests_decided_by_fkey foreign key (decided_by) references users on delete set null,
  constraint agent_requests_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint agent_requests_act_check check (act in ('send', 'cancel')),
  constraint agent_requests_decision_check check (decision in ('confirmed', 'denied'))
);
create index agent_requests_workflow on agent_requests (workflow_id);
create index agent_requests_user on agent_requests (user_id);
create index agent_requests_decider on agent_requests (decided_by);
create index agent_requests_expiry on agent_requests (expires_at);
