-- Ids of all rows, so that the id of another owner is found before the insert. It runs with its owner's rights.
create view scorebook.sleep_stages_keys as
select known.id, known.user_id
from public.sleep_stages as known;

alter view scorebook.sleep_stages_keys owner to scorebook_owner;
revoke all on scorebook.sleep_stages_keys from public;
grant select on scorebook.sleep_stages_keys to scorebook_loader;
