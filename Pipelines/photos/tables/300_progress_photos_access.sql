-- Photos are the athlete's own: no other user sees them, not even the family.
create policy "Users can view their own photos" on public.progress_photos for select to authenticated
using (user_id = (select auth.uid()));

call scorebook.admit_table('public.progress_photos', has_keys => false);
