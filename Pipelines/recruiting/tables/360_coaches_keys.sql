-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.coaches_keys as
select coach.id, coach.user_id
from public.coaches as coach;

alter view scorebook.coaches_keys owner to scorebook_owner;
revoke all on scorebook.coaches_keys from public;
grant select on scorebook.coaches_keys to scorebook_loader;
