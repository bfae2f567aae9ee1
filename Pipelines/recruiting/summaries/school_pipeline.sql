-- summary: school_pipeline
-- title: Schools of each family by the five statuses of the funnel; schools off it count in the total
-- kind: view
select
    f.family_unit_id,
    p.sort_order,
    p.status,
    p.label,
    p.schools,
    c.total_schools
from summary.families as f
cross join lateral (
    select
        count(*)::integer as total_schools,
        count(*) filter (where s.status is null or s.status = 'researching')::integer as researching,
        count(*) filter (where s.status = 'contacted')::integer as contacted,
        count(*) filter (where s.status = 'visiting')::integer as visiting,
        count(*) filter (where s.status = 'offer_received')::integer as offer_received,
        count(*) filter (where s.status = 'committed')::integer as committed
    from public.schools as s
    where s.family_unit_id = f.family_unit_id
) as c
cross join lateral (
    values
        (1, 'researching', 'Researching', c.researching),
        (2, 'contacted', 'Contacted', c.contacted),
        (3, 'visiting', 'Visiting', c.visiting),
        (4, 'offer_received', 'Offer Received', c.offer_received),
        (5, 'committed', 'Committed', c.committed)
) as p (sort_order, status, label, schools)
