-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.parent_view_log_keys as
select view.id, view.parent_user_id
from public.parent_view_log as view;

alter view scorebook.parent_view_log_keys owner to scorebook_owner;
revoke all on scorebook.parent_view_log_keys from public;
grant select on scorebook.parent_view_log_keys to scorebook_loader;
