grant select, insert, delete on public.interactions to scorebook_loader;
grant update (
    school_id, coach_id, event_id, type, direction, subject, content, sentiment, occurred_at, attachments, updated_by
) on public.interactions to scorebook_loader;
grant select on public.interactions to scorebook_owner;

create policy "scorebook reads interactions of admitted owners" on public.interactions for select to scorebook_loader
using (
    logged_by in (select scorebook.admitted_owners())
    or family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook adds interactions of admitted owners" on public.interactions for insert to scorebook_loader
with check (
    logged_by in (select scorebook.admitted_owners())
    and (family_unit_id is null or family_unit_id in (select scorebook.admitted_families()))
);

create policy "scorebook changes interactions of admitted owners" on public.interactions for update to scorebook_loader
using (logged_by in (select scorebook.admitted_owners()))
with check (logged_by in (select scorebook.admitted_owners()));

create policy "scorebook removes interactions of admitted owners" on public.interactions for delete to scorebook_loader
using (logged_by in (select scorebook.admitted_owners()));

create policy "scorebook knows whose interactions an id is" on public.interactions for select to scorebook_owner
using (true);
