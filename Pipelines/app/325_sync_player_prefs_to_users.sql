-- What the athlete's preferences say is written beside the user, of numbers the digits alone.
create function public.sync_player_prefs_to_users() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
    if new.category <> 'player' then
        return new;
    end if;
    update public.users as athlete
    set height_inches = coalesce(
            case when new.data ->> 'height_inches' ~ '^\d{1,4}$' then (new.data ->> 'height_inches')::integer end,
            athlete.height_inches),
        weight_lbs = coalesce(
            case when new.data ->> 'weight_lbs' ~ '^\d{1,4}$' then (new.data ->> 'weight_lbs')::integer end,
            athlete.weight_lbs),
        high_school = coalesce(nullif(new.data ->> 'high_school', ''), athlete.high_school),
        club_team = coalesce(nullif(new.data ->> 'club_team', ''), athlete.club_team),
        dominant_side = coalesce(
            nullif(concat_ws('/', nullif(new.data ->> 'bats', ''), nullif(new.data ->> 'throws', '')), ''),
            athlete.dominant_side)
    where athlete.id = new.user_id;
    return new;
end
$$;

revoke all on function public.sync_player_prefs_to_users() from public, anon;
