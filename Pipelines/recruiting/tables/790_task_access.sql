-- A suggestion may be about a task, which all users share.
grant select (id) on public.task to scorebook_loader;

create policy "scorebook reads tasks" on public.task for select to scorebook_loader
using (true);
