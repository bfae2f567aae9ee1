-- Rows of admitted owners and their families, for comparing with what a file holds. It runs with its owner's rights, whose
-- policy is plain `true`: through the app's own policies the planner reckons a scan of family_members a row.
create view scorebook.schools_rows with (security_barrier = true) as
select school.*
from public.schools as school
where school.user_id in (select scorebook.admitted_owners())
    or school.family_unit_id in (select scorebook.admitted_families());

alter view scorebook.schools_rows owner to scorebook_owner;
revoke all on scorebook.schools_rows from public;
grant select on scorebook.schools_rows to scorebook_loader;
