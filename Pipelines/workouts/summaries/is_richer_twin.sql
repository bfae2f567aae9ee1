-- summary: is_richer_twin
-- title: Whether two workouts are one that two sources recorded, of which the first says more
-- kind: function
-- schema: summary
--
-- One athlete, two sources, kinds that do not contradict each other, begins less than twelve hours apart, and a common time of at
-- least half of the shorter one. One without a length is a moment, at most two minutes outside of the other, and of a
-- known kind. Richer is who has more of distance, ascent, energy, heart rates and moving time; of equals the longer one.
create function summary.is_richer_twin(richer public.workouts, other public.workouts)
returns boolean
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select coalesce((
        select
            case
                when least(s.richer_end - richer.started_at, s.other_end - other.started_at) > interval '0'
                    then least(s.richer_end, s.other_end) - greatest(richer.started_at, other.started_at)
                        >= 0.5 * least(s.richer_end - richer.started_at, s.other_end - other.started_at)
                else k.richer = k.other
                    and least(s.richer_end, s.other_end) - greatest(richer.started_at, other.started_at)
                        >= interval '-2 minutes'
            end
            and (s.richer_figures, s.richer_length, richer.id) > (s.other_figures, s.other_length, other.id)
        from (
            select summary.activity_kind(richer.activity) as richer, summary.activity_kind(other.activity) as other
        ) as k
        cross join (
            select
                coalesce(richer.duration_s, extract(epoch from richer.ended_at - richer.started_at), 0) as richer_length,
                coalesce(other.duration_s, extract(epoch from other.ended_at - other.started_at), 0) as other_length,
                greatest(
                    richer.started_at,
                    coalesce(
                        richer.ended_at, richer.started_at + make_interval(secs => richer.duration_s::double precision),
                        richer.started_at)
                ) as richer_end,
                greatest(
                    other.started_at,
                    coalesce(
                        other.ended_at, other.started_at + make_interval(secs => other.duration_s::double precision),
                        other.started_at)
                ) as other_end,
                num_nonnulls(
                    richer.distance_m, richer.ascent_m, richer.energy_kcal, richer.average_heart_rate,
                    richer.maximum_heart_rate, richer.moving_s) as richer_figures,
                num_nonnulls(
                    other.distance_m, other.ascent_m, other.energy_kcal, other.average_heart_rate,
                    other.maximum_heart_rate, other.moving_s) as other_figures
        ) as s
        where richer.user_id = other.user_id
            and richer.source is distinct from other.source
            and (k.richer = k.other or k.richer is null or k.other is null)
            and isfinite(richer.started_at) and isfinite(other.started_at)
            and isfinite(s.richer_end) and isfinite(s.other_end)
            and richer.started_at > other.started_at - interval '12 hours'
            and richer.started_at < other.started_at + interval '12 hours'
    ), false)
$$;
