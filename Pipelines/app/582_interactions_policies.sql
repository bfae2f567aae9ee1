create policy "Family members can create interactions" on public.interactions for insert to public
with check ((family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid()))) and (logged_by = auth.uid()));

create policy "Family members can view interactions in their families" on public.interactions for select to public
using (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));

create policy "Users can delete own interactions" on public.interactions for delete to public
using (logged_by = auth.uid());

create policy "Users can update own interactions" on public.interactions for update to public
using (logged_by = auth.uid());
