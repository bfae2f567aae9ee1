-- Health is the athlete's own: no other user reads it, not even the family.
create policy "Users can view their own measurements" on public.body_measurements for select to authenticated
using (user_id = (select auth.uid()));
-- What the athlete types in is theirs to change; what a device measured is its import's.
create policy "Users can add their own manual measurements" on public.body_measurements for insert to authenticated
with check (user_id = (select auth.uid()) and source = 'manual' and kind in ('weight', 'body_fat'));
create policy "Users can change their own manual measurements" on public.body_measurements for update to authenticated
using (user_id = (select auth.uid()) and source = 'manual')
with check (user_id = (select auth.uid()) and source = 'manual');
create policy "Users can remove their own manual measurements" on public.body_measurements for delete to authenticated
using (user_id = (select auth.uid()) and source = 'manual');

call scorebook.admit_table('public.body_measurements');
