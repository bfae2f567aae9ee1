grant select (family_unit_id, user_id, role) on public.family_members to scorebook_loader;

create policy "scorebook reads memberships of admitted owners" on public.family_members
for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));
