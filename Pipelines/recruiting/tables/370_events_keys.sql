-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.events_keys as
select event.id, event.user_id
from public.events as event;

alter view scorebook.events_keys owner to scorebook_owner;
revoke all on scorebook.events_keys from public;
grant select on scorebook.events_keys to scorebook_loader;
