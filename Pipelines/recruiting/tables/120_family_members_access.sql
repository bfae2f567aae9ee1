grant select, insert, delete on public.family_members to scorebook_loader;
grant update (family_unit_id, role, added_at) on public.family_members to scorebook_loader;
grant select on public.family_members to scorebook_owner;

create policy "scorebook reads memberships of admitted families" on public.family_members for select to scorebook_loader
using (family_unit_id in (select scorebook.admitted_families()));

create policy "scorebook adds memberships of admitted owners" on public.family_members for insert to scorebook_loader
with check (
    user_id in (select scorebook.admitted_owners())
    and family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook changes memberships of admitted owners" on public.family_members for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (
    user_id in (select scorebook.admitted_owners())
    and family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook removes memberships of admitted owners" on public.family_members for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

call scorebook.show_rows('public.family_members', family => 'family_unit_id');
