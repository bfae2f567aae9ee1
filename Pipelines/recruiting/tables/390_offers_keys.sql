-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.offers_keys as
select offer.id, offer.user_id
from public.offers as offer;

alter view scorebook.offers_keys owner to scorebook_owner;
revoke all on scorebook.offers_keys from public;
grant select on scorebook.offers_keys to scorebook_loader;
