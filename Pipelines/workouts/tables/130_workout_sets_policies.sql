create policy "Users can view their own workout sets" on public.workout_sets for select to authenticated
using (user_id = (select auth.uid()));
