create function public.get_primary_family_id() returns uuid
language plpgsql stable security definer
set search_path = public
as $$
begin
    return (
        select member.family_unit_id
        from public.family_members as member
        where member.user_id = auth.uid()
        order by member.added_at, member.family_unit_id
        limit 1
    );
end
$$;

revoke all on function public.get_primary_family_id() from public, anon, authenticated;
