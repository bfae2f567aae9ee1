-- An athlete's positions are the app's list.
grant select (id) on public.positions to scorebook_loader;

create policy "scorebook reads positions" on public.positions for select to scorebook_loader
using (true);
