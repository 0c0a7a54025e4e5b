-- Room: oauth. What the tokens of a grant are for (RFC 8707): null for the API, else the address of another resource of this instance.
alter table app_grants add column resource text;
