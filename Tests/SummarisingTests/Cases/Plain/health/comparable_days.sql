select a.n, r.first, r.last, d.taken_on from season.athletes as a
cross join (values (null, null), (date '2026-03-01', null), (null, date '2026-03-20'), ('2026-02-10', '2026-02-20'),
    ('2026-02-12', '2026-02-13'), ('2026-02-14', '2026-02-16'), ('2026-03-02', '2026-03-05'), ('2026-02-01',
    '2026-02-01')) as r (first, last)
cross join lateral public.comparable_days(a.user_id, r.first, r.last) as d
---
select n, first, last, taken_on from (
    select a.n, r.first, r.last, d.taken_on, count(o) as later, count(*) filter (where o.taken_on < d.taken_on) as earlier,
        count(*) filter (where o.taken_on > d.taken_on) as newer
    from season.athletes as a
    cross join (values (null, null), (date '2026-03-01', null), (null, date '2026-03-20'), ('2026-02-10', '2026-02-20'),
        ('2026-02-12', '2026-02-13'), ('2026-02-14', '2026-02-16'), ('2026-03-02', '2026-03-05'), ('2026-02-01',
        '2026-02-01')) as r (first, last)
    join public.photo_days as d on d.user_id = a.user_id and d.taken_on between coalesce(first, '-infinity')
        and coalesce(last, '2026-06-09')
    join public.photo_days as o on o.user_id = a.user_id and o.taken_on between coalesce(first, '-infinity')
        and coalesce(last, '2026-06-09')
    group by a.n, r.first, r.last, d.taken_on
) as d where earlier + newer > 0 and (newer < 20 or earlier = 0)
