-- Sets the tier of a school that the caller may see: A, B or C; null takes it away.
--
--     await supabase.rpc('set_school_tier', {school: id, tier: 'A'})
create function public.set_school_tier(school uuid, tier text) returns void
language plpgsql
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    owner uuid := (select s.user_id from public.schools as s where s.id = school);
begin
    if owner is null then
        raise exception using errcode = 'no_data_found', message = 'there is no such school, or not for you';
    end if;
    if tier is null then
        delete from public.school_priorities as p where p.school_id = school;
        return;
    end if;
    insert into public.school_priorities (id, user_id, school_id, priority_tier)
    values (school, owner, school, tier)
    on conflict (school_id) do update set priority_tier = excluded.priority_tier;
end
$$;

revoke all on function public.set_school_tier(uuid, text) from public, anon;
grant execute on function public.set_school_tier(uuid, text) to authenticated, service_role;
