-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.family_units_keys as
select family.id
from public.family_units as family;

alter view scorebook.family_units_keys owner to scorebook_owner;
revoke all on scorebook.family_units_keys from public;
grant select on scorebook.family_units_keys to scorebook_loader;
