-- Sleep is the athlete's own: no one else reads it, not even the family.
create policy "Users can view their own sleep" on public.sleep_stages for select to authenticated
using (user_id = (select auth.uid()));

call scorebook.admit_table('public.sleep_stages');
