-- Rows of admitted owners and their families, for comparing with what a file holds. It runs with its owner's rights, whose
-- policy is plain `true`: through the app's own policies the planner assumes a scan of family_members per row.
create view scorebook.school_status_history_rows with (security_barrier = true) as
select change.*
from public.school_status_history as change
where change.changed_by in (select scorebook.admitted_owners())
    or change.school_id in (
        select school.id
        from public.schools as school
        where school.user_id in (select scorebook.admitted_owners())
            or school.family_unit_id in (select scorebook.admitted_families())
    );

alter view scorebook.school_status_history_rows owner to scorebook_owner;
revoke all on scorebook.school_status_history_rows from public;
grant select on scorebook.school_status_history_rows to scorebook_loader;
