-- Ids of all rows, so that an id of another user is found before the insert. It runs with its owner's rights.
create view scorebook.family_members_keys as
select member.id, member.user_id
from public.family_members as member;

alter view scorebook.family_members_keys owner to scorebook_owner;
revoke all on scorebook.family_members_keys from public;
grant select on scorebook.family_members_keys to scorebook_loader;
