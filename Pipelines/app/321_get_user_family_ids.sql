create function public.get_user_family_ids() returns table (family_unit_id uuid)
language plpgsql stable security definer
set search_path = public
as $$
begin
    return query
    select member.family_unit_id
    from public.family_members as member
    where member.user_id = auth.uid();
end
$$;

revoke all on function public.get_user_family_ids() from public, anon;
