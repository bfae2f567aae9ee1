-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.health_samples_keys as
select known.id, known.user_id
from public.health_samples as known;

alter view scorebook.health_samples_keys owner to scorebook_owner;
revoke all on scorebook.health_samples_keys from public;
grant select on scorebook.health_samples_keys to scorebook_loader;
