create policy "Tasks are viewable by all authenticated users" on public.task for select to authenticated
using (true);
