-- The families of the owners that this transaction has declared, and those declared themselves. As `family_unit_id in
-- (select scorebook.admitted_families())` it is computed once a statement.
create function scorebook.admitted_families() returns setof uuid
language sql stable security definer rows 10
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select member.family_unit_id
    from public.family_members as member
    where member.user_id in (select scorebook.admitted_owners())
    union
    select admitted.id from scorebook.admitted_owners() as admitted (id)
$$;

grant select (family_unit_id, user_id) on public.family_members to scorebook_owner;
alter function scorebook.admitted_families() owner to scorebook_owner;
revoke all on function scorebook.admitted_families() from public;
grant execute on function scorebook.admitted_families() to scorebook_loader;

create policy "scorebook knows families of owners" on public.family_members for select to scorebook_owner
using (true);
