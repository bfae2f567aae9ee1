create policy "Users can view their own workouts" on public.workouts for select to authenticated
using (user_id = (select auth.uid()));
