-- Health is the athlete's own: no other user reads it, not even the family.
create policy "Users can view their own series" on public.health_series for select to authenticated
using (user_id = (select auth.uid()));

call scorebook.admit_table('public.health_series');
