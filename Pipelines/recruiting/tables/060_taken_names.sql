-- Who has these codes of families and addresses of profiles: the app allows no duplicates, and the loader sees only
-- what is its owners'. Nothing but what was asked for comes back, with the id of the row that has it.
create function scorebook.taken_family_codes(codes text[]) returns table (id uuid, family_code text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select family.id, family.family_code::text from public.family_units as family where family.family_code = any (codes)
$$;

create function scorebook.taken_slugs(slugs text[]) returns table (id uuid, hash_slug text, vanity_slug text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select
        profile.id,
        case when profile.hash_slug = any (slugs) then profile.hash_slug end,
        case when profile.vanity_slug = any (slugs) then profile.vanity_slug end
    from public.player_profiles as profile
    where profile.hash_slug = any (slugs) or profile.vanity_slug = any (slugs)
$$;

alter function scorebook.taken_family_codes(text[]) owner to scorebook_owner;
alter function scorebook.taken_slugs(text[]) owner to scorebook_owner;
revoke all on function scorebook.taken_family_codes(text[]) from public;
revoke all on function scorebook.taken_slugs(text[]) from public;
grant execute on function scorebook.taken_family_codes(text[]) to scorebook_loader;
grant execute on function scorebook.taken_slugs(text[]) to scorebook_loader;
