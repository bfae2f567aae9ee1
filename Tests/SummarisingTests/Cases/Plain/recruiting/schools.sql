select 'size' as view, to_jsonb(v) as row from public.school_size as v
union all select 'pipeline', to_jsonb(v) from public.school_pipeline as v
union all select 'contact', to_jsonb(v) from public.contact_frequency as v
union all select 'map', to_jsonb(v) from public.school_map as v
union all select 'packet', to_jsonb(v) from public.packet_schools as v
union all select 'activity', to_jsonb(v) from public.packet_activity as v
---
with school as materialized (
    select s.id, s.family_unit_id, s.name, s.status, s.is_favorite, s.academic_info, s.city, s.state as region,
        coalesce(s.status::text, 'researching') as state, i.last, i.talks, i.week,
            case jsonb_typeof(academic_info -> 'student_size') when 'number'
            then academic_info ->> 'student_size' end::numeric as students,
        (select count(*) from public.coaches as c where c.school_id = s.id and c.family_unit_id = s.family_unit_id) as coaches
    from public.schools as s
    cross join lateral (
        select max(occurred_at) as last, count(*) as talks, count(*)
            filter (where timestamptz '2026-06-10 02:30Z' - occurred_at <= interval '7 days') as week
        from public.interactions as i where i.school_id = s.id and i.family_unit_id = s.family_unit_id
    ) as i
)
select 'size', jsonb_build_object('family_unit_id', family, 'sort_order', place, 'bucket', bucket, 'schools', c, 'share_pct',
    coalesce(round(100 * c / nullif(total, 0)), 0))
from season.families as f
cross join (values (1, 'Very Small', 1, 999), (2, 'Small', 1000, 4999), (3, 'Medium', 5000, 9999), (4, 'Large', 10000, 19999),
    (5, 'Very Large', 20000, 999999)) as b (place, bucket, least, most)
cross join lateral (select count(*)::numeric as total, count(*) filter (where students between least and most) as c from school
    where family_unit_id = family) as s
union all
select 'pipeline', jsonb_build_object('family_unit_id', family, 'sort_order', place, 'status', state, 'label',
    initcap(replace(state, '_', ' ')),
    'schools', (select count(*) from school as s where s.family_unit_id = family and s.state = p.state), 'total_schools',
        (select count(*) from school as s where s.family_unit_id = family))
from season.families as f cross join unnest(array['researching', 'contacted', 'visiting', 'offer_received',
    'committed']) with ordinality as p (state, place)
union all
select 'contact', jsonb_build_object('school_id', id, 'family_unit_id', family_unit_id, 'school_name', name, 'last_contact_at',
    last, 'contacts_7d', week,
    'recency', case when days <= 7 then 'green' when days <= 30 then 'yellow' else 'red' end,
    'needs_attention', last is null or ago > interval '30 days', 'interaction_count', talks)
from school cross join lateral (select timestamptz '2026-06-10 02:30Z' - last as ago) as a cross
    join lateral (select floor(extract(epoch from ago) / 86400) as days) as d
union all
select 'map', jsonb_build_object('family_unit_id', family_unit_id, 'school_id', id, 'name', name, 'latitude',
    academic_info -> 'latitude', 'longitude', academic_info -> 'longitude',
    'location', coalesce(nullif(array_to_string(array[coalesce(academic_info ->> 'city', nullif(city, '')),
        coalesce(academic_info ->> 'state', nullif(region, ''))], ', '), ''), 'Location TBD'),
    'status', state, 'is_favorite', coalesce(is_favorite, false))
from school
where jsonb_typeof(academic_info -> 'latitude') = 'number' and jsonb_typeof(academic_info -> 'longitude') = 'number'
    and abs((academic_info ->> 'latitude')::numeric) <= 90 and abs((academic_info ->> 'longitude')::numeric) <= 180
union all
select 'packet', jsonb_build_object('family_unit_id', family_unit_id, 'school_id', id, 'tier', case status
    when 'offer_received' then 'A' when 'committed' then 'A' when 'visiting' then 'B' else 'C' end,
    'name', name, 'location', coalesce(nullif(location, ''), nullif(array_to_string(array[nullif(city, ''), nullif(place, '')],
        ', '), '')), 'division', division, 'conference', conference,
    'status', coalesce(status::text, 'researching'), 'coach_count', coaches, 'interaction_count', talks)
from (select id, status, coaches, talks from school) as k join (select id as of, family_unit_id, name, location, city,
    state as place, division, conference from public.schools) as s on s.of = k.id
union all
select 'activity', jsonb_build_object('family_unit_id', family, 'total_schools', (select count(*) from school
    where family_unit_id = family), 'total_interactions', count(i.id),
    'recent_contact', max(occurred_at), 'emails', count(*) filter (where type::text = 'email'), 'calls', count(*)
        filter (where type::text = 'phone_call'),
    'camps', count(*) filter (where type::text ~ '^(camp|showcase)$'), 'visits', count(*)
        filter (where type::text ~ 'visit|meeting'),
    'other', count(*) filter (where type::text = 'text'))
from season.families as f left join public.interactions as i on i.family_unit_id = family group by family
