-- Rows of admitted owners and their families, for comparing with what a file holds. It runs with its owner's rights, whose
-- policy is plain `true`: through the app's own policies the planner assumes a scan of family_members per row.
create view scorebook.family_units_rows with (security_barrier = true) as
select family.*
from public.family_units as family
where family.id in (select scorebook.admitted_families());

alter view scorebook.family_units_rows owner to scorebook_owner;
revoke all on scorebook.family_units_rows from public;
grant select on scorebook.family_units_rows to scorebook_loader;
