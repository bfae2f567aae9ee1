-- Users whom files of the declared owners may name: the owners, and the members of their families.
create view scorebook.users_nameable with (security_barrier = true) as
select owner.id
from scorebook.admitted_owners() as owner (id)
union
select member.user_id
from public.family_members as member
where member.family_unit_id = any (array(select scorebook.admitted_families()));

alter view scorebook.users_nameable owner to scorebook_owner;
revoke all on scorebook.users_nameable from public;
grant select on scorebook.users_nameable to scorebook_loader;
