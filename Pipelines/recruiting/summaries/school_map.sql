-- summary: school_map
-- title: Schools with a place on the map
-- kind: view
--
-- Coordinates are JSON numbers of academic_info, as the app takes them.
with placed as (
    select
        s.*,
        case jsonb_typeof(s.academic_info -> 'latitude')
            when 'number' then (s.academic_info ->> 'latitude')::numeric
        end as latitude,
        case jsonb_typeof(s.academic_info -> 'longitude')
            when 'number' then (s.academic_info ->> 'longitude')::numeric
        end as longitude
    from public.schools as s
)

select
    p.family_unit_id,
    p.id as school_id,
    p.name,
    p.latitude,
    p.longitude,
    coalesce(
        nullif(
            concat_ws(
                ', ',
                coalesce(nullif(p.academic_info ->> 'city', ''), nullif(p.city, '')),
                coalesce(nullif(p.academic_info ->> 'state', ''), nullif(p.state, ''))),
            ''),
        'Location TBD'
    ) as location,
    coalesce(p.status::text, 'researching') as status,
    p.is_favorite is true as is_favorite
from placed as p
where p.latitude between -90 and 90 and p.longitude between -180 and 180
