grant select, insert, delete on public.school_status_history to scorebook_loader;
grant update (
    school_id, previous_status, new_status, changed_at, notes
) on public.school_status_history to scorebook_loader;
grant select on public.school_status_history to scorebook_owner;

create policy "scorebook reads status history of admitted owners" on public.school_status_history for select to scorebook_loader
using (
    changed_by in (select scorebook.admitted_owners())
    or school_id in (
        select school.id
        from public.schools as school
        where school.user_id in (select scorebook.admitted_owners())
            or school.family_unit_id in (select scorebook.admitted_families())
    )
);

create policy "scorebook adds status history of admitted owners" on public.school_status_history for insert to scorebook_loader
with check (
    school_id in (
        select school.id
        from public.schools as school
        where school.user_id in (select scorebook.admitted_owners())
            or school.family_unit_id in (select scorebook.admitted_families())
    )
);

create policy "scorebook changes status history of admitted owners" on public.school_status_history for update to scorebook_loader
using (
    changed_by in (select scorebook.admitted_owners())
    or school_id in (
        select school.id
        from public.schools as school
        where school.user_id in (select scorebook.admitted_owners())
            or school.family_unit_id in (select scorebook.admitted_families())
    )
)
with check (
    school_id in (
        select school.id
        from public.schools as school
        where school.user_id in (select scorebook.admitted_owners())
            or school.family_unit_id in (select scorebook.admitted_families())
    )
);

create policy "scorebook removes status history of admitted owners" on public.school_status_history for delete to scorebook_loader
using (
    changed_by in (select scorebook.admitted_owners())
    or school_id in (
        select school.id
        from public.schools as school
        where school.user_id in (select scorebook.admitted_owners())
            or school.family_unit_id in (select scorebook.admitted_families())
    )
);

create policy "scorebook knows whose status history an id is" on public.school_status_history for select to scorebook_owner
using (true);
