-- Room: signing. A session of a recipient that a program shows in a frame of its own page. The token of its address opens
-- it once, within minutes; the page then shows the bearer in each call.
create table embedded_sessions (
  id text not null,
  link_id text not null,
  token_hash bytea not null,
  -- Null until it is opened.
  bearer_hash bytea,
  origin text not null,
  -- The name of the app or API key that made it; as it was then, because it is evidence.
  app_name text not null,
  return_url text,
  language text,
  -- How and when the app says that it knew the person.
  said_method text not null,
  said_at timestamptz not null,
  lifetime_seconds integer not null,
  -- Until when it is opened, and after that until when it lasts.
  expires_at timestamptz not null,
  constraint embedded_sessions_pkey primary key (id),
  constraint embedded_sessions_bearer_hash_key unique (bearer_hash),
  constraint embedded_sessions_link_id_fkey
    foreign key (link_id) references signing_links on delete cascade,
  constraint embedded_sessions_token_hash_check check (octet_length(token_hash) = 32),
  constraint embedded_sessions_lifetime_check check (lifetime_seconds between 60 and 3600)
);
create index embedded_sessions_link on embedded_sessions (link_id);
create index embedded_sessions_expires on embedded_sessions (expires_at);
