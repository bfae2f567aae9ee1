create policy "Users can view their own workout exercises" on public.workout_exercises for select to authenticated
using (user_id = (select auth.uid()));
