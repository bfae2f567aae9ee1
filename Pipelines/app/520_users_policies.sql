create policy "Users can delete own profile" on public.users for delete to public
using (auth.uid() = id);

create policy "Users can insert own profile" on public.users for insert to public
with check (auth.uid() = id);

create policy "Users can update own profile" on public.users for update to public
using (auth.uid() = id);

create policy "Users can view family members' profiles" on public.users for select to public
using ((id = auth.uid()) or (exists ( select 1
    from (public.family_members fm1
    join public.family_members fm2 on ((fm1.family_unit_id = fm2.family_unit_id)))
    where ((fm1.user_id = auth.uid()) and (fm2.user_id = users.id)))));

create policy "Users can view own profile" on public.users for select to public
using (auth.uid() = id);
