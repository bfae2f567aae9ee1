-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.player_profiles_keys as
select profile.id, profile.user_id
from public.player_profiles as profile;

alter view scorebook.player_profiles_keys owner to scorebook_owner;
revoke all on scorebook.player_profiles_keys from public;
grant select on scorebook.player_profiles_keys to scorebook_loader;
