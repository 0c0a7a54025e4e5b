-- Room: accounts. Null: the account signs in by a connection alone.
alter table users alter column password_hash drop not null;
