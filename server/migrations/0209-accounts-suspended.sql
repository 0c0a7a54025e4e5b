-- Room: accounts. When a provider ended the access of a person who belongs nowhere else: until it is given back, no
-- credential of the account works.
alter table users add column suspended_at timestamptz;
