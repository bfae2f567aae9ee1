create policy "Users can create events in their families" on public.events for insert to public
with check (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));

create policy "Users can delete own events" on public.events for delete to public
using (user_id = auth.uid());

create policy "Users can insert their own events" on public.events for insert to public
with check (auth.uid() = user_id);

create policy "Users can update events in their families" on public.events for update to public
using (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())))
with check (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));

create policy "Users can update their own events" on public.events for update to public
using (auth.uid() = user_id);

create policy "Users can view events in their families" on public.events for select to public
using (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())));

create policy "Users can view their own events" on public.events for select to public
using (auth.uid() = user_id);
