-- Sleep is the athlete's own: no one else reads it, not even the family.
create policy "Users can view their own sleep" on public.sleep_stages for select to authenticated
using (user_id = (select auth.uid()));

grant select, insert, update, delete on public.sleep_stages to scorebook_loader;
grant select (id, user_id) on public.sleep_stages to scorebook_owner;

create policy "scorebook reads sleep of admitted owners" on public.sleep_stages
for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds sleep of admitted owners" on public.sleep_stages
for insert to scorebook_loader
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook changes sleep of admitted owners" on public.sleep_stages
for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes sleep of admitted owners" on public.sleep_stages
for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose sleep an id is of" on public.sleep_stages for select to scorebook_owner
using (true);
