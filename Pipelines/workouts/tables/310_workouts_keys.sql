-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.workouts_keys as
select known.id, known.user_id
from public.workouts as known;

alter view scorebook.workouts_keys owner to scorebook_owner;
revoke all on scorebook.workouts_keys from public;
grant select on scorebook.workouts_keys to scorebook_loader;
