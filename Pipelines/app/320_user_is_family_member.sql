create function public.user_is_family_member(family_id uuid) returns boolean
language sql stable security definer
set search_path = public
as $$
    select exists (
        select 1
        from public.family_members as member
        where member.family_unit_id = family_id and member.user_id = auth.uid()
    )
$$;

revoke all on function public.user_is_family_member(uuid) from public, anon;
