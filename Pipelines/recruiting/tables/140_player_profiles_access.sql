grant select, insert, delete on public.player_profiles to scorebook_loader;
grant update (
    family_unit_id, hash_slug, vanity_slug, is_published, bio, show_academics, show_athletic, show_film, show_schools,
    header_color
) on public.player_profiles to scorebook_loader;

create policy "scorebook reads profiles of admitted owners" on public.player_profiles for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds profiles of admitted owners" on public.player_profiles for insert to scorebook_loader
with check (
    user_id in (select scorebook.admitted_owners())
    and family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook changes profiles of admitted owners" on public.player_profiles for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (
    user_id in (select scorebook.admitted_owners())
    and family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook removes profiles of admitted owners" on public.player_profiles for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose profiles an id is" on public.player_profiles for select to scorebook_owner
using (true);

call scorebook.show_rows('public.player_profiles');
call scorebook.show_keys('public.player_profiles');
