-- Rows of admitted owners and their families, for comparing with what a file holds. It runs with its owner's rights, whose
-- policy is plain `true`: through the app's own policies the planner reckons a scan of family_members a row.
create view scorebook.interactions_rows with (security_barrier = true) as
select interaction.*
from public.interactions as interaction
where interaction.logged_by in (select scorebook.admitted_owners())
    or interaction.family_unit_id in (select scorebook.admitted_families());

alter view scorebook.interactions_rows owner to scorebook_owner;
revoke all on scorebook.interactions_rows from public;
grant select on scorebook.interactions_rows to scorebook_loader;
