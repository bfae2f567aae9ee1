grant select, insert, delete on public.parent_view_log to scorebook_loader;
grant update (athlete_id, viewed_item_type, viewed_item_id, viewed_at) on public.parent_view_log to scorebook_loader;
grant select on public.parent_view_log to scorebook_owner;

create policy "scorebook reads views of parents of admitted owners" on public.parent_view_log for select to scorebook_loader
using (parent_user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds views of parents of admitted owners" on public.parent_view_log for insert to scorebook_loader
with check (parent_user_id in (select scorebook.admitted_owners()));

create policy "scorebook changes views of parents of admitted owners" on public.parent_view_log for update to scorebook_loader
using (parent_user_id in (select scorebook.admitted_owners()))
with check (parent_user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes views of parents of admitted owners" on public.parent_view_log for delete to scorebook_loader
using (parent_user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose views of parents an id is" on public.parent_view_log for select to scorebook_owner
using (true);
