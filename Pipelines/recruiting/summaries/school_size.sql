-- summary: school_size
-- title: Schools of each family by number of students
-- kind: view
--
-- A size that is no JSON number above 0 is not counted. share_pct is of all schools of the family.
with sized as not materialized (
    select
        s.family_unit_id,
        case jsonb_typeof(s.academic_info -> 'student_size')
            when 'number' then (s.academic_info ->> 'student_size')::numeric
        end as students
    from public.schools as s
)

select
    f.family_unit_id,
    b.sort_order,
    b.bucket,
    b.schools,
    coalesce(round(100.0 * b.schools / nullif(c.total_schools, 0)), 0)::integer as share_pct
from summary.families as f
cross join lateral (
    select
        count(*) as total_schools,
        count(*) filter (where s.students > 0 and s.students < 1000)::integer as very_small,
        count(*) filter (where s.students >= 1000 and s.students < 5000)::integer as small,
        count(*) filter (where s.students >= 5000 and s.students < 10000)::integer as medium,
        count(*) filter (where s.students >= 10000 and s.students < 20000)::integer as large,
        count(*) filter (where s.students >= 20000)::integer as very_large
    from sized as s
    where s.family_unit_id = f.family_unit_id
) as c
cross join lateral (
    values
        (1, 'Very Small', c.very_small),
        (2, 'Small', c.small),
        (3, 'Medium', c.medium),
        (4, 'Large', c.large),
        (5, 'Very Large', c.very_large)
) as b (sort_order, bucket, schools)
