grant select, insert, update, delete on public.events to scorebook_loader;
grant select on public.events to scorebook_owner;

create policy "scorebook adds events of admitted owners" on public.events for insert to scorebook_loader
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook changes events of admitted owners" on public.events for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes events of admitted owners" on public.events for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose events an id is" on public.events for select to scorebook_owner
using (true);
