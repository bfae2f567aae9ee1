-- summary: relative_time
-- title: How long ago something was: 59m ago, 3d ago, and after a week its day
-- kind: function
create function public.relative_time(happened_at timestamp with time zone, zone text default 'UTC')
returns text
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select case
        when passed.minutes < 1 then 'just now'
        when passed.minutes < 60 then passed.minutes || 'm ago'
        when passed.minutes < 1440 then div(passed.minutes, 60) || 'h ago'
        when passed.minutes < 10080 then div(passed.minutes, 1440) || 'd ago'
        else to_char(happened_at at time zone zone, 'Mon FMDD')
    end
    from (
        select case when isfinite(happened_at)
            then floor(extract(epoch from scorebook.as_of() - happened_at) / 60) end as minutes
    ) as passed
$$;
