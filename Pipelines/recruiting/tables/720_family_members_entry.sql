-- Where memberships are added. The app's policies on family_members and family_units read each other, which the server
-- takes for endless on every INSERT under row-level security. Through this view the table's owner inserts, whom policies
-- do not bind, and the view's own check admits the declared owners only, and only into families of theirs: whoever is a
-- member of a family reads all that the family has.
create view scorebook.family_members_entry as
select member.*
from public.family_members as member
where member.user_id in (select scorebook.admitted_owners())
    and member.family_unit_id in (select scorebook.admitted_families())
with check option;

revoke all on scorebook.family_members_entry from public;
grant insert on scorebook.family_members_entry to scorebook_loader;
