-- Room: templates. Which tags a template wears; all of them are its workspace's.
create table template_tags (
  template_id bigint not null references templates on delete cascade,
  tag_id bigint not null references tags on delete cascade,
  primary key (template_id, tag_id)
);
create index template_tags_tag on template_tags (tag_id);
