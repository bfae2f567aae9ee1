-- summary: metric_range_stats
-- title: Statistics, trend and radar of each metric within several ranges of days, from one reading of the history
-- kind: function
-- opens scorebook.metric_types: true
--
-- Range n is starts[n] to ends[n], both included, of verified records where only_verified[n]. trend is the overview's
-- (first three against last three of the last ten, 1 %); chart_trend the category card's (older half against newer half
-- of the range, 5 %, in the order of time).
create function public.metric_range_stats(athlete uuid, starts date[], ends date[], only_verified boolean[])
returns table (
    range_number integer,
    user_id uuid,
    family_unit_id uuid,
    metric_type text,
    label text,
    category text,
    radar_order integer,
    radar_label text,
    record_count integer,
    min_value numeric,
    max_value numeric,
    average numeric,
    first_value numeric,
    first_date date,
    latest_value numeric,
    latest_date date,
    latest_unit text,
    latest_verified boolean,
    percent_change numeric,
    trend text,
    chart_trend text,
    lower_is_better boolean,
    radar_value numeric
)
language plpgsql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
#variable_conflict use_column
begin
    if exists (select from unnest(starts, ends) as r (range_start, range_end) where r.range_end < r.range_start) then
        raise exception 'the range ends before it starts' using errcode = 'invalid_parameter_value';
    end if;
    return query
    with history as materialized (
        select
            m.*,
            (array_agg(m.unit) filter (where m.unit <> '') over (
                partition by m.family_unit_id, m.metric_type
                order by m.recorded_date desc, m.created_at desc nulls last, m.id desc
                rows between unbounded preceding and unbounded following
            ))[1] as newest_unit
        from public.performance_metrics as m
        where m.user_id = athlete
            and m.value is not null
            and m.recorded_date >= (select min(s.range_start) from unnest(starts) as s (range_start))
            and m.recorded_date <= (select max(e.range_end) from unnest(ends) as e (range_end))
    ),
    found as (
        select
            r.range_number,
            m.family_unit_id,
            m.metric_type,
            m.value,
            m.unit,
            m.recorded_date,
            m.verified,
            t.key is not null as is_registered,
            -- As in the trends, one that is not registered is of the unit of its newest record, the same in all ranges.
            coalesce(t.unit, m.newest_unit) as wanted_unit,
            row_number() over (
                partition by r.range_number, m.family_unit_id, m.metric_type
                order by m.recorded_date desc, m.created_at desc nulls last, m.id desc
            ) as newest_rank
        from unnest(starts, ends, only_verified) with ordinality
            as r (range_start, range_end, only_verified, range_number)
        join history as m
            on m.recorded_date between r.range_start and r.range_end
            and (m.verified is true or not r.only_verified)
        left join scorebook.metric_types as t on t.key = m.metric_type
    ),
    ranked as (
        select
            f.range_number,
            f.family_unit_id,
            f.metric_type,
            case
                when lower(f.unit) <> lower(f.wanted_unit) or not abs(f.value) < 1e100
                    then public.in_unit(f.value, f.unit, f.wanted_unit)
                else f.value
            end as value,
            case
                when lower(f.unit) = lower(f.wanted_unit) or public.unit_ratio(f.unit, f.wanted_unit) is not null
                    then f.wanted_unit
                else nullif(f.unit, '')
            end as unit,
            f.recorded_date,
            f.verified,
            row_number() over (
                partition by f.range_number, f.family_unit_id, f.metric_type order by f.newest_rank
            ) as newest_rank,
            count(*) over (partition by f.range_number, f.family_unit_id, f.metric_type) as records,
            count(*) filter (where f.newest_rank <= 10) over (
                partition by f.range_number, f.family_unit_id, f.metric_type
            ) as last_records
        from found as f
        where f.is_registered or coalesce(f.unit, '') = '' or lower(f.unit) = lower(f.wanted_unit)
            or public.unit_ratio(f.unit, f.wanted_unit) is not null
    ),
    measured as (
        select
            r.range_number,
            r.family_unit_id,
            r.metric_type,
            r.records,
            min(r.value) as min_value,
            max(r.value) as max_value,
            avg(r.value) as average,
            max(r.value) filter (where r.newest_rank = r.records) as first_value,
            min(r.recorded_date) as first_date,
            max(r.value) filter (where r.newest_rank = 1) as latest_value,
            max(r.recorded_date) as latest_date,
            (array_agg(r.unit order by r.newest_rank) filter (where r.unit is not null))[1] as latest_unit,
            coalesce(bool_or(r.verified) filter (where r.newest_rank = 1), false) as latest_verified,
            sum(r.value) filter (where r.newest_rank between r.last_records - 2 and r.last_records) as first3_sum,
            sum(r.value) filter (where r.newest_rank <= least(r.last_records, 3)) as last3_sum,
            avg(r.value) filter (where r.newest_rank > r.records - r.records / 2) as older_half,
            avg(r.value) filter (where r.newest_rank <= r.records - r.records / 2) as newer_half
        from ranked as r
        group by r.range_number, r.family_unit_id, r.metric_type, r.records, r.last_records
    ),
    radar_labels (metric_type, label) as (
        values
            ('velocity', 'Velocity'), ('exit_velo', 'Exit Velo'), ('sixty_time', '60-Yard'), ('pop_time', 'Pop Time'),
            ('batting_avg', 'Batting Avg'), ('era', 'ERA'), ('strikeouts', 'Strikeouts'), ('other', 'Other')
    )
    select
        n.range_number::integer,
        athlete,
        n.family_unit_id,
        n.metric_type,
        coalesce(t.label, initcap(replace(n.metric_type, '_', ' '))),
        t.category,
        t.radar_order::integer,
        radar.label,
        n.records::integer,
        n.min_value,
        n.max_value,
        n.average,
        n.first_value,
        n.first_date,
        n.latest_value,
        n.latest_date,
        n.latest_unit,
        n.latest_verified,
        case when n.first_value = 0 then 0 else round((n.latest_value - n.first_value) / n.first_value * 100, 2) end,
        case
            when n.last3_sum is null then null
            when n.last3_sum = n.first3_sum or 100 * abs(n.last3_sum - n.first3_sum) <= abs(n.first3_sum) then 'stable'
            when d.less is null then case when n.last3_sum < n.first3_sum then 'falling' else 'rising' end
            when (n.last3_sum < n.first3_sum) = d.less then 'improving'
            else 'declining'
        end,
        case
            when n.older_half is null or n.newer_half = n.older_half then 'stable'
            when 20 * abs(n.newer_half - n.older_half) <= abs(n.older_half) then 'stable'
            when d.less is null then case when n.newer_half < n.older_half then 'falling' else 'rising' end
            when (n.newer_half < n.older_half) = d.less then 'improving'
            else 'declining'
        end,
        d.less,
        least(100, greatest(0, n.latest_value * 10))
    from measured as n
    left join scorebook.metric_types as t on t.key = n.metric_type
    cross join lateral summary.less_is_better(n.metric_type, t.key is not null, t.lower_is_better) as d (less)
    left join radar_labels as radar on radar.metric_type = n.metric_type;
end
$$;
