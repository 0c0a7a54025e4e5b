-- Room: workflows. Whether the start chose the identification, because the sender named none: a duplicate carries only
-- what the sender named.
alter table recipients add column identification_chosen boolean not null default false;
