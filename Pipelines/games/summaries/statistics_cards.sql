-- summary: statistics_cards
-- title: The cards of the Statistics screen, group by group, in their usual order
-- kind: function
create function public.statistics_cards()
returns table (card_group text, usual_rank integer, card text)
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    values
        ('results', 1, 'win_rate'),
        ('results', 2, 'point_differential'),
        ('results', 3, 'games_played'),
        ('results', 4, 'average_duration'),
        ('serving', 1, 'serve_win_pct'),
        ('serving', 2, 'side_out_rate'),
        ('serving', 3, 'rally_length'),
        ('trends', 1, 'win_rate_7d'),
        ('trends', 2, 'win_rate_30d'),
        ('trends', 3, 'rolling_differential'),
        ('streaks', 1, 'current_win_streak'),
        ('streaks', 2, 'longest_win_streak')
$$;
