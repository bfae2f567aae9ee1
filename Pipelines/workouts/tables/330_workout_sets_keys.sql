-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.workout_sets_keys as
select known.id, known.user_id
from public.workout_sets as known;

alter view scorebook.workout_sets_keys owner to scorebook_owner;
revoke all on scorebook.workout_sets_keys from public;
grant select on scorebook.workout_sets_keys to scorebook_loader;
