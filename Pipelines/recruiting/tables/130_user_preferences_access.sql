grant select, insert, delete on public.user_preferences to scorebook_loader;
grant update (category, data) on public.user_preferences to scorebook_loader;
grant select on public.user_preferences to scorebook_owner;

create policy "scorebook reads preferences of admitted owners" on public.user_preferences for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds preferences of admitted owners" on public.user_preferences for insert to scorebook_loader
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook changes preferences of admitted owners" on public.user_preferences for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes preferences of admitted owners" on public.user_preferences for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose preferences an id is" on public.user_preferences for select to scorebook_owner
using (true);
