create policy "Users can delete own notifications" on public.notifications for delete to public
using (auth.uid() = user_id);

create policy "Users can insert own notifications" on public.notifications for insert to public
with check (auth.uid() = user_id);

create policy "Users can update own notifications" on public.notifications for update to public
using (auth.uid() = user_id);

create policy "Users can view own notifications" on public.notifications for select to public
using (auth.uid() = user_id);

create policy "notifications_delete_own" on public.notifications for delete to public
using (user_id = auth.uid());

create policy "notifications_insert_own" on public.notifications for insert to public
with check (user_id = auth.uid());

create policy "notifications_select_own" on public.notifications for select to public
using (user_id = auth.uid());

create policy "notifications_update_own" on public.notifications for update to public
using (user_id = auth.uid());
