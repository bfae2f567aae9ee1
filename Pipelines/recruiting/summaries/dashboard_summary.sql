-- summary: dashboard_summary
-- title: The dashboard's cards and the summary at a glance, one row per athlete, and one per parent of their own
-- kind: view
--
-- Columns that end in _web are what the web app prints where that is something else: accepted offers a school, and 0
-- instead of nothing where there is no coach. Graduation is on 31 May. Schools, coaches and interactions are the family's;
-- offers, events, metrics and suggestions are the member's own.
--
-- This month's contacts are the days of interaction_daily, unless an interaction lies after now; school_contact has the
-- last one of each school. Where it does not count every interaction (one with a school of another family), they are
-- counted one by one. Stored figures cost no policy of the app's.
select
    a.family_unit_id,
    a.user_id as athlete_id,
    a.full_name as athlete_name,
    a.first_name,
    t.now as computed_at,
    a.local_today,
    coalesce(c.coach_count, 0) as coach_count,
    coalesce(c.school_count, 0) as school_count,
    coalesce(c.interaction_count, 0) as interaction_count,
    e.event_count,
    o.total_offers,
    o.accepted_offers,
    o.pending_offers,
    -- floor(100 accepted / total + 1/2)
    (200 * o.accepted_offers + o.total_offers) / nullif(2 * o.total_offers, 0) as acceptance_rate_pct,
    coalesce(c.a_tier_school_count, 0) as a_tier_school_count,
    i.contacts_this_month,
    o.schools_with_offers,
    coalesce(round(100.0 * o.schools_with_offers / nullif(c.school_count, 0)), 0)::integer as schools_with_offers_pct,
    coalesce(round(100.0 * o.accepted_offers / nullif(c.school_count, 0)), 0)::integer as accepted_per_school_pct_web,
    round(c.avg_responsiveness)::integer as avg_responsiveness_pct,
    coalesce(round(c.avg_responsiveness), 0)::integer as avg_responsiveness_pct_web,
    case
        when round(c.avg_responsiveness) >= 75 then 'green'
        when round(c.avg_responsiveness) >= 50 then 'orange'
        when c.avg_responsiveness is not null then 'red'
    end as responsiveness_color,
    case when a.graduation_year is not null then greatest(0, make_date(a.graduation_year, 5, 31) - a.local_today) end
        as days_until_graduation,
    coalesce(c.favorite_school_count, 0) as favorite_school_count,
    s.schools_needing_attention,
    coalesce(round(c.interaction_count / nullif(c.school_count, 0)::numeric, 1), 0.0) as avg_contacts_per_school,
    m.metric_count,
    m.metric_type_count,
    m.latest_metric_date,
    g.suggestion_count,
    g.pending_suggestion_count,
    a.member_role
from public.members as a
cross join lateral (
    select
        scorebook.as_of() as now,
        nullif(current_setting('scorebook.as_of', true), '') is null as is_now,
        date_trunc('month', a.local_today::timestamp) at time zone a.timezone as month_start
    offset 0 -- keeps both computed: compared as they are, they find rows by index
) as t
left join summary.dashboard_counts as c on c.family_unit_id = a.family_unit_id and c.athlete_id = a.user_id
cross join lateral (
    select
        count(*)::integer as total_offers,
        count(*) filter (where lower(o.status) = 'accepted')::integer as accepted_offers,
        count(*) filter (where lower(o.status) = 'pending')::integer as pending_offers,
        count(distinct s.school_id)::integer as schools_with_offers
    from public.offers as o
    left join public.school_contact as s on s.school_id = o.school_id and s.family_unit_id = a.family_unit_id
    where o.user_id = a.user_id
) as o
cross join lateral (
    select count(*)::integer as event_count
    from public.events as e
    where e.user_id = a.user_id
) as e
cross join lateral (
    select
        count(*)::integer as metric_count,
        count(distinct m.metric_type)::integer as metric_type_count,
        max(m.recorded_date) as latest_metric_date
    from public.performance_metrics as m
    -- Of a day that was asked for nothing later is shown.
    where m.user_id = a.user_id and (t.is_now or m.recorded_date <= a.local_today)
) as m
cross join lateral (
    select
        count(*) filter (where s.last_contact_at is null or s.last_contact_at < t.now - interval '30 days')::integer
            as schools_needing_attention,
        coalesce(sum(s.interaction_count), 0) = c.interaction_count and max(s.last_contact_at) <= t.now as is_past
    from public.school_contact as s
    where s.family_unit_id = a.family_unit_id
) as s
cross join lateral (
    select case
        when s.is_past then (
            select coalesce(sum(d.interactions), 0)
            from public.interaction_daily as d
            where d.athlete_id = a.user_id and d.family_unit_id = a.family_unit_id
                and d.day >= date_trunc('month', a.local_today::timestamp)::date
        )
        else (
            select count(*)
            from public.interactions as i
            where i.family_unit_id = a.family_unit_id and i.occurred_at >= t.month_start and i.occurred_at <= t.now
        )
    end::integer as contacts_this_month
) as i
-- As in active_suggestions, which has no row where all are kept back.
cross join lateral (
    select
        count(*)::integer as suggestion_count,
        (count(*) - least(3, count(*) filter (where g.pending_surface is not true)))::integer as pending_suggestion_count
    from public.suggestion as g
    where g.athlete_id = a.user_id and g.dismissed is not true and g.completed is not true
) as g
