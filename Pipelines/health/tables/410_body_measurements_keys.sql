-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.body_measurements_keys as
select known.id, known.user_id
from public.body_measurements as known;

alter view scorebook.body_measurements_keys owner to scorebook_owner;
revoke all on scorebook.body_measurements_keys from public;
grant select on scorebook.body_measurements_keys to scorebook_loader;
