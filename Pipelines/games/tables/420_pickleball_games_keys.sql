-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.pickleball_games_keys as
select known.id, known.user_id
from public.pickleball_games as known;

alter view scorebook.pickleball_games_keys owner to scorebook_owner;
revoke all on scorebook.pickleball_games_keys from public;
grant select on scorebook.pickleball_games_keys to scorebook_loader;
