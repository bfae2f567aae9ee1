-- An athlete's sports are the app's list.
grant select (id) on public.sports to scorebook_loader;

create policy "scorebook reads sports" on public.sports for select to scorebook_loader
using (true);
