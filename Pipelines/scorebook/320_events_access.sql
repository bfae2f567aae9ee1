-- A metric may belong to an event of its athlete or of the athlete's family.
grant select (id, user_id, family_unit_id, school_id, type, name, start_date, end_date) on public.events
to scorebook_loader;

create policy "scorebook reads events of admitted owners" on public.events for select to scorebook_loader
using (
    user_id in (select scorebook.admitted_owners())
    or family_unit_id in (
        select member.family_unit_id
        from public.family_members as member
        where member.user_id in (select scorebook.admitted_owners())
    )
);
