-- Reading is by view: of users who are nobody's owner here only id, email and clock are readable.
grant insert, update, delete on public.users to scorebook_loader;
grant select on public.users to scorebook_owner;

create policy "scorebook adds users of admitted owners" on public.users for insert to scorebook_loader
with check (id in (select scorebook.admitted_owners()));

create policy "scorebook changes users of admitted owners" on public.users for update to scorebook_loader
using (id in (select scorebook.admitted_owners()))
with check (id in (select scorebook.admitted_owners()));

create policy "scorebook removes users of admitted owners" on public.users for delete to scorebook_loader
using (id in (select scorebook.admitted_owners()));
