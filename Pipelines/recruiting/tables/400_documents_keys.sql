-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.documents_keys as
select document.id, document.user_id
from public.documents as document;

alter view scorebook.documents_keys owner to scorebook_owner;
revoke all on scorebook.documents_keys from public;
grant select on scorebook.documents_keys to scorebook_loader;
