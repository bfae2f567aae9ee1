create policy "Family members can view schools in their families" on public.schools for select to public
using (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));

create policy "Linked users can create schools" on public.schools for insert to public
with check (user_id = auth.uid());

create policy "Users can create schools in their families" on public.schools for insert to public
with check (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));

create policy "Users can delete schools in their families" on public.schools for delete to public
using (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));

create policy "Users can update schools in their families" on public.schools for update to public
using (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())))
with check (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));

create policy "Users can view schools in their families" on public.schools for select to public
using (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));
