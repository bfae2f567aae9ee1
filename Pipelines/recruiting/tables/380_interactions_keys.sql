-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.interactions_keys as
select interaction.id, interaction.logged_by
from public.interactions as interaction;

alter view scorebook.interactions_keys owner to scorebook_owner;
revoke all on scorebook.interactions_keys from public;
grant select on scorebook.interactions_keys to scorebook_loader;
