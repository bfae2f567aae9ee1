create policy "Family members can view offers in their families" on public.offers for select to public
using ((user_id = auth.uid()) or (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid()))));

create policy "Users can delete offers in their families" on public.offers for delete to public
using ((user_id = auth.uid()) or (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid()))));

create policy "Users can insert offers in their families" on public.offers for insert to public
with check (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));

create policy "Users can update offers in their families" on public.offers for update to public
using ((user_id = auth.uid()) or (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid()))));
