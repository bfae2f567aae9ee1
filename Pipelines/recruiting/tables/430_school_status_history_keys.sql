-- Ids of all rows, so that an id of another user is found before the insert. It runs with its owner's rights.
create view scorebook.school_status_history_keys as
select change.id, change.changed_by
from public.school_status_history as change;

alter view scorebook.school_status_history_keys owner to scorebook_owner;
revoke all on scorebook.school_status_history_keys from public;
grant select on scorebook.school_status_history_keys to scorebook_loader;
