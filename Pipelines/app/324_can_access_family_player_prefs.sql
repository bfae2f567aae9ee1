create function public.can_access_family_player_prefs(target_user uuid) returns boolean
language sql stable security definer
set search_path = public
as $$
    select exists (
        select 1
        from public.family_members as reader
        join public.family_members as player on player.family_unit_id = reader.family_unit_id
        where reader.user_id = auth.uid() and player.user_id = target_user and player.role = 'player'
    )
$$;
