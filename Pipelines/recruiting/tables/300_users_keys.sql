-- Ids of all rows, so that an id of another user is found before the insert. It runs with its owner's rights.
create view scorebook.users_keys as
select person.id
from public.users as person;

alter view scorebook.users_keys owner to scorebook_owner;
revoke all on scorebook.users_keys from public;
grant select on scorebook.users_keys to scorebook_loader;
