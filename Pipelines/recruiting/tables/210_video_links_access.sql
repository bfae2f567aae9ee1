grant select, insert, delete on public.video_links to scorebook_loader;
grant update (
    platform, url, title, position, health_status, last_health_check
) on public.video_links to scorebook_loader;

create policy "scorebook reads videos of admitted owners" on public.video_links for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds videos of admitted owners" on public.video_links for insert to scorebook_loader
with check (
    user_id in (select scorebook.admitted_owners())
    and (family_unit_id is null or family_unit_id in (select scorebook.admitted_families()))
);

create policy "scorebook changes videos of admitted owners" on public.video_links for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes videos of admitted owners" on public.video_links for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose videos an id is" on public.video_links for select to scorebook_owner
using (true);

call scorebook.show_rows('public.video_links');
call scorebook.show_keys('public.video_links');
