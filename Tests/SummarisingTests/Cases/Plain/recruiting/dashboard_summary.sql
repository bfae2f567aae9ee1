select to_jsonb(d) as row from public.dashboard_summary as d
---
with member as (
    select u.*, fm.family_unit_id as family, coalesce(fm.role, u.role::text) as member_role,
        case u.timezone when 'America/Chicago' then u.timezone else case right(u.id::text, 1) when '2' then 'Asia/Tokyo'
            else 'America/New_York' end end as zone
    from public.users as u left join public.family_members as fm on fm.user_id = u.id
    where fm.user_id is not null or u.role in ('player', 'parent')
),
day as (
    select m.*, (timestamptz '2026-06-10 02:30Z' at time zone zone)::date as today,
        timestamp '2026-06-01 00:00' at time zone zone as month from member as m
),
coach as (
    select c.family_unit_id, least(100, coalesce(round(count(i.id) filter (where direction = 'inbound') * 100.0
        / nullif(count(i.id) filter (where direction = 'outbound'), 0)), 0)) as answers
    from public.coaches as c join public.schools as s on s.id = c.school_id and s.family_unit_id = c.family_unit_id
    left join public.interactions as i on i.coach_id = c.id and i.family_unit_id = c.family_unit_id group by c.id
),
school as (
    select s.*, (select max(occurred_at) from public.interactions as i where i.school_id = s.id
        and i.family_unit_id = s.family_unit_id) as last
    from public.schools as s
)
select jsonb_build_object('family_unit_id', family, 'athlete_id', d.id, 'athlete_name', full_name,
    'first_name', split_part(coalesce(full_name, replace(email, '@', ' ')), ' ', 1), 'computed_at',
        timestamptz '2026-06-10 02:30Z',
    'local_today', today, 'coach_count', c.coaches, 'school_count', s.schools, 'interaction_count', i.talks, 'event_count',
        e.events, 'total_offers', o.offers,
    'accepted_offers', o.accepted, 'pending_offers', o.pending, 'acceptance_rate_pct', floor(100.0 * accepted / nullif(offers,
        0) + 0.5),
    'a_tier_school_count', s.top, 'contacts_this_month', i.recent, 'schools_with_offers', o.with_offers,
    'schools_with_offers_pct', coalesce(round(100.0 * o.with_offers / nullif(schools, 0)), 0),
    'accepted_per_school_pct_web', coalesce(round(100.0 * accepted / nullif(schools, 0)), 0),
    'avg_responsiveness_pct', round(c.answers), 'avg_responsiveness_pct_web', coalesce(round(c.answers), 0),
    'responsiveness_color', case when c.answers is null then null when round(c.answers) < 50 then 'red'
        when round(c.answers) < 75 then 'orange' else 'green' end,
    'days_until_graduation', case when graduation_year > 0 then greatest(make_date(graduation_year, 5, 31) - today, 0) end,
    'favorite_school_count', s.liked, 'schools_needing_attention', s.waiting, 'avg_contacts_per_school',
        round(coalesce(i.talks * 1.0 / nullif(schools, 0), 0), 1),
    'metric_count', m.metrics, 'metric_type_count', m.kinds, 'latest_metric_date', m.latest, 'suggestion_count', g.open,
    'pending_suggestion_count', g.open - case when g.shown > 3 then 3 else g.shown end, 'member_role', member_role)
from day as d
cross join lateral (select count(*) as coaches, avg(answers) as answers from coach where family_unit_id = family) as c
cross join lateral (
    select count(*) as schools, count(*) filter (where is_favorite) as liked, count(*) filter (where last is null
        or timestamptz '2026-06-10 02:30Z' - last > interval '30 days') as waiting,
        count(*) filter (where (select priority_tier from public.school_priorities as p where p.school_id = s.id) = 'A') as top
    from school as s where family_unit_id = family
) as s
cross join lateral (
    select count(*) as talks, count(*) filter (where occurred_at between month and timestamptz '2026-06-10 02:30Z') as recent
    from public.interactions where family_unit_id = family
) as i
cross join lateral (select count(*) as events from public.events where user_id = d.id) as e
cross join lateral (
    select count(*) as offers, count(*) filter (where o.status ilike 'accepted') as accepted, count(*)
        filter (where o.status ilike 'pending') as pending,
        count(distinct s.id) as with_offers
    from public.offers as o left join public.schools as s on s.id = o.school_id and s.family_unit_id = family
        where o.user_id = d.id
) as o
cross join lateral (
    select count(*) as metrics, count(distinct metric_type) as kinds, max(recorded_date) as latest
        from public.performance_metrics where user_id = d.id and recorded_date <= today
) as m
cross join lateral (
    select count(*) as open, count(*) filter (where not coalesce(pending_surface, false)) as shown from public.suggestion
    where athlete_id = d.id and not coalesce(dismissed, false) and not coalesce(completed, false)
) as g
