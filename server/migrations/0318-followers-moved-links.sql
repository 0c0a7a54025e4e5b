-- Room: followers. A link of which this instance knows the hash alone; the follower's next mail has another one.
alter table follower_links add column is_moved boolean not null default false;
alter table follower_links drop constraint follower_links_follower_id_key;
create unique index follower_links_derived on follower_links (follower_id) where not is_moved;
create index follower_links_follower on follower_links (follower_id);
