-- Room: signing. An address by which a host hands the session of a link to its recipient, once: on a device of the host,
-- or copied for them. The newest of each way counts.
create table in_person_handovers (
  link_id text not null,
  way text not null,
  token_hash bytea not null,
  host_id bigint not null,
  -- Where the page leads once the device is handed back; null: to the lock of the host's session.
  return_url text,
  expires_at timestamptz not null,
  constraint in_person_handovers_pkey primary key (link_id, way),
  constraint in_person_handovers_token_hash_key unique (token_hash),
  constraint in_person_handovers_link_id_fkey
    foreign key (link_id) references signing_links on delete cascade,
  constraint in_person_handovers_host_id_fkey foreign key (host_id) references users on delete cascade,
  constraint in_person_handovers_way_check check (way in ('device', 'link')),
  constraint in_person_handovers_token_hash_check check (octet_length(token_hash) = 32)
);
create index in_person_handovers_expires on in_person_handovers (expires_at);
create index in_person_handovers_host on in_person_handovers (host_id);
