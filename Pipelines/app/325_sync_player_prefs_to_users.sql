-- What the athlete's preferences say is written beside the user: numbers of digits alone, and texts that they name, empty
-- ones too.
create function public.sync_player_prefs_to_users() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
    if new.category <> 'player' then
        return new;
    end if;
    update public.users as athlete
    set height_inches = case
            when new.data ->> 'height_inches' ~ '^\d+$' then (new.data ->> 'height_inches')::integer
            else athlete.height_inches
        end,
        weight_lbs = case
            when new.data ->> 'weight_lbs' ~ '^\d+$' then (new.data ->> 'weight_lbs')::integer
            else athlete.weight_lbs
        end,
        high_school = case
            when new.data ? 'high_school' then nullif(new.data ->> 'high_school', '') else athlete.high_school
        end,
        club_team = case
            when new.data ?| array['club_team', 'travel_team_name']
                then coalesce(nullif(new.data ->> 'club_team', ''), nullif(new.data ->> 'travel_team_name', ''))
            else athlete.club_team
        end,
        dominant_side = case
            when new.data ?| array['bats', 'throws']
                then nullif(concat_ws('/', new.data ->> 'bats', new.data ->> 'throws'), '')
            else athlete.dominant_side
        end
    where athlete.id = new.user_id;
    return new;
end
$$;

revoke all on function public.sync_player_prefs_to_users() from public, anon;
