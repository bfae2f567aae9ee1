create policy "Athletes can view logs about them" on public.parent_view_log for select to public
using (athlete_id = auth.uid());

create policy "Parents can create view logs" on public.parent_view_log for insert to public
with check (parent_user_id = auth.uid());

create policy "Parents can view their own logs" on public.parent_view_log for select to public
using (parent_user_id = auth.uid());
