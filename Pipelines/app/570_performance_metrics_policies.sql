create policy "Users can create performance metrics in their families" on public.performance_metrics for insert to public
with check (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));

create policy "Users can delete performance metrics in their families" on public.performance_metrics for delete to public
using (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));

create policy "Users can update performance metrics in their families" on public.performance_metrics for update to public
using (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())))
with check (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));

create policy "Users can view performance metrics in their families" on public.performance_metrics for select to public
using (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));
