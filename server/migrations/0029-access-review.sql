-- Room: accounts. After a reset a link of its own, short-lived, opens the page that lists what may still act for the user.
alter table account_links drop constraint account_links_kind_check;
alter table account_links add constraint account_links_kind_check
  check (kind in ('set_up', 'password_reset', 'access_review'));
