-- Rows of admitted owners and their families, for comparing with what a file holds. It runs with its owner's rights, whose
-- policy is plain `true`: through the app's own policies the planner reckons a scan of family_members a row.
create view scorebook.coaches_rows with (security_barrier = true) as
select coach.*
from public.coaches as coach
where coach.user_id in (select scorebook.admitted_owners())
    or coach.family_unit_id in (select scorebook.admitted_families());

alter view scorebook.coaches_rows owner to scorebook_owner;
revoke all on scorebook.coaches_rows from public;
grant select on scorebook.coaches_rows to scorebook_loader;
