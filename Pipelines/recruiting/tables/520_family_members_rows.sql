-- Rows of admitted owners and their families, for comparing with what a file holds. It runs with its owner's rights, whose
-- policy is plain `true`: through the app's own policies the planner reckons a scan of family_members a row.
create view scorebook.family_members_rows with (security_barrier = true) as
select member.*
from public.family_members as member
where member.user_id in (select scorebook.admitted_owners())
    or member.family_unit_id in (select scorebook.admitted_families());

alter view scorebook.family_members_rows owner to scorebook_owner;
revoke all on scorebook.family_members_rows from public;
grant select on scorebook.family_members_rows to scorebook_loader;
