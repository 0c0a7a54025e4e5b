-- Room: design. What a program asks for that shows the designer in a frame of its own page; null for one that opens by
-- its address, with a cookie. The token of a frame opens it once, for a bearer.
alter table design_sessions
  add column embedding jsonb,
  add column bearer_hash bytea,
  add constraint design_sessions_bearer_check
    check (bearer_hash is null or (embedding is not null and octet_length(bearer_hash) = 32)) not valid;
alter table design_sessions validate constraint design_sessions_bearer_check;
