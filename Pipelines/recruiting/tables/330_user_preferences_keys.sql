-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.user_preferences_keys as
select preference.id, preference.user_id
from public.user_preferences as preference;

alter view scorebook.user_preferences_keys owner to scorebook_owner;
revoke all on scorebook.user_preferences_keys from public;
grant select on scorebook.user_preferences_keys to scorebook_loader;
