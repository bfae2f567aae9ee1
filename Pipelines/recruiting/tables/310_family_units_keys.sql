-- Ids of all rows, so that an id of another user is found before the insert. It runs with its owner's rights.
create view scorebook.family_units_keys as
select family.id
from public.family_units as family;

alter view scorebook.family_units_keys owner to scorebook_owner;
revoke all on scorebook.family_units_keys from public;
grant select on scorebook.family_units_keys to scorebook_loader;
