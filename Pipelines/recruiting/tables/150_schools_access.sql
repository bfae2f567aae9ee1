grant select, insert, update, delete on public.schools to scorebook_loader;
grant select on public.schools to scorebook_owner;

create policy "scorebook reads schools of admitted owners" on public.schools for select to scorebook_loader
using (
    user_id in (select scorebook.admitted_owners())
    or family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook adds schools of admitted owners" on public.schools for insert to scorebook_loader
with check (
    user_id in (select scorebook.admitted_owners())
    or family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook changes schools of admitted owners" on public.schools for update to scorebook_loader
using (
    user_id in (select scorebook.admitted_owners())
    or family_unit_id in (select scorebook.admitted_families())
)
with check (
    user_id in (select scorebook.admitted_owners())
    or family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook removes schools of admitted owners" on public.schools for delete to scorebook_loader
using (
    user_id in (select scorebook.admitted_owners())
    or family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook knows whose schools an id is" on public.schools for select to scorebook_owner
using (true);
