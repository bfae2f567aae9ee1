-- Owners are found by id or email, and their clock by time zone: nothing else of a user is readable.
grant select (id, email, timezone, role) on public.users to scorebook_loader;
grant select (id, timezone) on public.users to scorebook_owner;

create policy "scorebook reads owners" on public.users for select to scorebook_loader, scorebook_owner
using (true);
