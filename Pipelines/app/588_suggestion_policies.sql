create policy "Athletes can delete own suggestions" on public.suggestion for delete to public
using (athlete_id = auth.uid());

create policy "Athletes can update own suggestions" on public.suggestion for update to public
using (athlete_id = auth.uid());

create policy "Athletes can view own suggestions" on public.suggestion for select to public
using (athlete_id = auth.uid());

create policy "Parents can view family member suggestions" on public.suggestion for select to public
using (athlete_id in ( select fm2.user_id
    from (public.family_members fm1
    join public.family_members fm2 on ((fm1.family_unit_id = fm2.family_unit_id)))
    where ((fm1.user_id = auth.uid()) and (fm2.user_id <> auth.uid()))));

create policy "Service role can insert suggestions" on public.suggestion for insert to public
with check (auth.role() = 'service_role'::text);

create policy "Users can update own suggestions" on public.suggestion for update to public
using (athlete_id = auth.uid());

create policy "Users can view own suggestions" on public.suggestion for select to public
using (athlete_id = auth.uid());
