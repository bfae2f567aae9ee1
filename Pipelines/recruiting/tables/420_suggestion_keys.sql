-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.suggestion_keys as
select suggestion.id, suggestion.athlete_id
from public.suggestion as suggestion;

alter view scorebook.suggestion_keys owner to scorebook_owner;
revoke all on scorebook.suggestion_keys from public;
grant select on scorebook.suggestion_keys to scorebook_loader;
