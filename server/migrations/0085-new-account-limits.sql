-- Room: accounts. Until then an account of open sign-up sends and uploads no more a day than a person who tries the service
-- out; null for accounts that the operator or a member vouched for, and once the operator has lifted the limits.
alter table users add column limited_until timestamptz;
