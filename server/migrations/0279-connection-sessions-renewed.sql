-- Room: identity-providers. A session gets another token when its lock ends, and stays that of its connection.
alter table connection_sessions
  drop constraint connection_sessions_token_hash_fkey,
  add constraint connection_sessions_token_hash_fkey
    foreign key (token_hash) references sessions on update cascade on delete cascade;
