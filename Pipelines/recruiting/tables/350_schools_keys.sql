-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.schools_keys as
select school.id, school.user_id
from public.schools as school;

alter view scorebook.schools_keys owner to scorebook_owner;
revoke all on scorebook.schools_keys from public;
grant select on scorebook.schools_keys to scorebook_loader;
