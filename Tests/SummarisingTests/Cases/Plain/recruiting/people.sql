select 'coach' as view, to_jsonb(v) as row from public.coach_stats as v
union all select 'followup', to_jsonb(v) from public.coach_followup as v
union all select 'day', to_jsonb(v) from public.interaction_trend_30d as v
union all select 'event', jsonb_build_array(athlete_id, event_id, rank) from public.upcoming_events as v
union all select 'hint', to_jsonb(v) - '{message,description,rule_type}'::text[] from public.active_suggestions as v
union all select 'athletes', to_jsonb(v) from public.parent_athletes as v
union all select 'view', to_jsonb(v) - '{viewed_item_type,viewed_item_id}'::text[] from public.parent_views as v
union all select 'visit', to_jsonb(v) from public.profile_visits as v
union all select 'recipient', to_jsonb(v) - 'last_contact_at' from public.packet_recipients as v
union all select 'done', to_jsonb(v) from public.recent_activity as v
union all select 'last', to_jsonb(v) - '{title,description}'::text[] from public.athlete_activity as v
---
with coach as materialized (
    select c.*, s.name as school, trim(c.first_name || ' ' || c.last_name) as called, i.*, greatest(i.last,
        c.last_contact_date) as met
    from public.coaches as c join public.schools as s on s.id = c.school_id and s.family_unit_id = c.family_unit_id
    cross join lateral (select count(*) filter (where direction = 'outbound') as sent, count(*)
        filter (where direction = 'inbound') as came, max(occurred_at) as last
        from public.interactions as i where i.coach_id = c.id and i.family_unit_id = c.family_unit_id) as i
),
waiting as (
    select c.*, floor(extract(epoch from timestamptz '2026-06-10 02:30Z' - met) / 86400) as days from coach as c
        where met is null or timestamptz '2026-06-10 02:30Z' - met > interval '14 days'
),
member as (
    select m.family_unit_id as family, m.user_id, m.role, z.zone,
        (timestamptz '2026-06-10 02:30Z' at time zone z.zone)::date as today
    from (select family_unit_id, user_id, role from public.family_members union all select null, id, 'player' from public.users
        where right(id::text, 1) = '7') as m
    cross join lateral (select case when right(m.user_id::text, 1) = '2' then 'Asia/Tokyo' when right(m.user_id::text, 1) > '3'
        then 'America/Chicago' else 'America/New_York' end as zone) as z
),
talked as materialized (
    select m.user_id, m.family, i.direction, m.today - (i.occurred_at at time zone m.zone)::date as ago from member as m
        join public.interactions as i on i.family_unit_id = m.family
),
hint as materialized (
    select s.*, row_number() over (partition by athlete_id, coalesce(pending_surface, false)
        order by array_position('{high,medium,low}', urgency::text),
        coalesce(surfaced_at, '-infinity') desc, coalesce(created_at, '-infinity') desc, id) as place
    from public.suggestion as s where coalesce(dismissed, false) = false and coalesce(completed, false) = false
),
act as materialized (
    select family_unit_id as family, 'interaction' as kind, id, logged_by as actor, occurred_at as at, school_id,
        initcap(split_part(type::text, '_', 1)) || case when type::text like '%\_%' then ' ' || split_part(type::text, '_', 2)
            else '' end || ' with ' as says,
        coalesce(case when content <> '' then content end, case when subject <> '' then subject end) as note
            from public.interactions
    union all select s.family_unit_id, 'school_status_change', h.id, changed_by, changed_at, school_id,
        ' status changed to offer received', case when h.notes <> '' then h.notes end
    from public.school_status_history as h join public.schools as s on s.id = h.school_id
    union all select family_unit_id, 'document_upload', id, uploaded_by, created_at, null, 'Uploaded transcript', title
        from public.documents
),
acted as materialized (
    select a.*, s.name as school, row_number() over (partition by family order by coalesce(at, '-infinity') desc,
        a.id) as place,
        row_number() over (partition by family, actor order by coalesce(at, '-infinity') desc, a.id) as own_place
    from act as a left join public.schools as s on s.id = a.school_id and s.family_unit_id = a.family
)
select 'coach', jsonb_build_object('coach_id', id, 'family_unit_id', family_unit_id, 'school_id', school_id, 'school_name',
    school, 'coach_name', called, 'coach_role', role,
    'email', email, 'phone', phone, 'outbound_count', sent, 'inbound_count', came, 'responsiveness_score', case when sent > 0
        then least(round(came * 100.0 / sent), 100) else 0 end,
    'last_contact_at', met) from coach
union all
select 'followup', jsonb_build_object('coach_id', id, 'family_unit_id', family_unit_id, 'school_id', school_id, 'school_name',
    school, 'coach_name', called, 'email', email, 'phone', phone,
    'last_contact_at', met, 'days_since_contact', days, 'contact_label', case when met is null then 'Never contacted'
        else days || ' days ago' end,
    'rank', row_number() over (partition by family_unit_id order by met is not null, met, called, id),
    'total', (select count(*) from waiting as o where o.family_unit_id = w.family_unit_id)) from waiting as w
union all
select 'day', jsonb_build_object('family_unit_id', family, 'athlete_id', user_id, 'day', today - n, 'interactions',
    count(t.ago) filter (where t.ago = n),
    'outbound', count(*) filter (where t.ago = n and direction = 'outbound'), 'inbound', count(*) filter (where t.ago = n
        and direction = 'inbound'),
    'total_30d', count(*) filter (where t.ago between 0 and 29))
from member as m cross join generate_series(0, 29) as d (n) left join talked as t using (user_id, family)
    group by family, user_id, today, n
union all
select 'event', jsonb_build_array(user_id, id, place) from (
    select e.user_id, e.id, row_number() over (partition by e.user_id order by start_date, coalesce(start_time, '24:00'),
        e.created_at, e.id) as place
    from public.events as e where start_date >= date '2026-06-09' + (right(e.user_id::text, 1) = '2')::integer) as e
where place < 6
union all
select 'hint', jsonb_build_object('suggestion_id', id, 'athlete_id', athlete_id, 'urgency', urgency, 'action_type',
    action_type, 'related_school_id', related_school_id,
    'surfaced_at', surfaced_at, 'rank', place, 'title', 'A Gap B', 'pending_count', (select count(*) from hint as o
        where o.athlete_id = h.athlete_id
        and (coalesce(o.pending_surface, false) or o.place > 3)),
    'action_url', case when action_type = 'log_interaction' then concat('/interactions/add', '?schoolId=' || related_school_id)
        when action_type like '%video' then '/videos'
        when action_type = 'add_school' then '/schools/new' else '/schools/' || related_school_id end)
from hint as h where coalesce(pending_surface, false) = false
union all
select 'athletes', jsonb_build_object('parent_id', p.user_id, 'family_unit_id', p.family, 'family_name', f.family_name,
    'athlete_id', a.user_id, 'athlete_name', u.full_name,
    'graduation_year', u.graduation_year, 'default_rank', row_number() over (partition by p.user_id
        order by coalesce(u.graduation_year, 9999), u.full_name, a.user_id),
    'last_viewed_at', (select max(viewed_at) from public.parent_view_log as v where v.parent_user_id = p.user_id
        and v.athlete_id = a.user_id))
from member as p join member as a on a.family = p.family and p.role = 'parent' and a.role = 'player'
    join public.family_units as f on f.id = p.family join public.users as u on u.id = a.user_id
union all
select 'view', jsonb_build_object('athlete_id', v.athlete_id, 'family_unit_id', m.family, 'view_id', v.id, 'parent_id',
    v.parent_user_id, 'parent_name', u.full_name, 'viewed_at', v.viewed_at,
    'rank', row_number() over (partition by v.athlete_id order by coalesce(v.viewed_at, '-infinity') desc, v.id))
from public.parent_view_log as v join public.users as u on u.id = v.parent_user_id join member as m on m.user_id = v.athlete_id
union all
select 'visit', jsonb_build_object('athlete_id', f.user_id, 'family_unit_id', f.family, 'visit_id', v.id, 'viewed_at',
    v.viewed_at, 'coach_id', v.tracking_link_id, 'coach_name', c.called,
    'school_id', c.school_id, 'school_name', c.school, 'rank', row_number() over (partition by f.family
        order by v.viewed_at desc, v.id))
from public.profile_views as v join season.families as f on f.family = v.profile_id left
    join coach as c on c.id = v.tracking_link_id and c.family_unit_id = f.family
union all
select 'recipient', jsonb_build_object('family_unit_id', family_unit_id, 'coach_id', id, 'coach_name', called, 'coach_role',
    role, 'email', trim(email), 'school_id', school_id,
    'school_name', school, 'rank', row_number() over (partition by family_unit_id order by school, called, id))
from coach where trim(email) in ('a@b', 'a@b.org')
union all
select 'done', jsonb_build_object('activity_id', case kind when 'interaction' then 'interaction-' when 'document_upload'
    then 'doc-' else 'status-' end || id, 'family_unit_id', family, 'actor_id', actor,
    'activity_type', kind, 'happened_at', at, 'title', case kind when 'interaction'
        then says || coalesce(school, 'Unknown School')
        when 'document_upload' then says else coalesce(school, 'Unknown School') || says end,
    'description', case when kind = 'interaction' then coalesce(case when note ~ '^.{51}' then substr(note, 1, 50) || '...'
        else note end, 'No additional details')
        else coalesce(note, 'No additional notes') end,
    'click_url', case kind when 'interaction' then '/interactions?id=' || id when 'school_status_change'
        then '/schools/' || school_id end,
    'rank', place, 'happened_ago', case when ago < 60 then 'just now' when ago < 3600 then floor(ago / 60) || 'm ago'
        when ago < 86400 then floor(ago / 3600) || 'h ago'
        when ago < 604800 then floor(ago / 86400) || 'd ago' else to_char(at at time zone 'America/New_York', 'Mon FMDD') end)
from acted cross join lateral (select extract(epoch from timestamptz '2026-06-10 02:30Z' - at) as ago) as a
union all
select 'last', jsonb_build_object('athlete_id', m.user_id, 'family_unit_id', m.family, 'athlete_name', u.full_name,
    'activity_type', kind, 'activity_id', a.id, 'school_id', school_id,
    'school_name', school, 'happened_at', at, 'rank', own_place)
from member as m join acted as a on a.family = m.family and a.actor = m.user_id join public.users as u on u.id = m.user_id
    where m.role = 'player'
