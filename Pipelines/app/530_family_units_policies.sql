create policy "Family members can view their family units" on public.family_units for select to public
using (id in ( select distinct family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));

create policy "Users can create their own family unit" on public.family_units for insert to public
with check (created_by_user_id = auth.uid());

create policy "family_units_delete" on public.family_units for delete to public
using (created_by_user_id = auth.uid());

create policy "family_units_insert" on public.family_units for insert to public
with check (created_by_user_id = auth.uid());

create policy "family_units_select" on public.family_units for select to public
using (id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));

create policy "family_units_update" on public.family_units for update to public
using (id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())))
with check ((id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid()))) and (created_by_user_id = public.family_unit_created_by(id)));
