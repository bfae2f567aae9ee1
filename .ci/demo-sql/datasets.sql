-- Each file once, under the first dataset of its format: records = loaded + unchanged + skipped + rejected.
select
    coalesce(unit.datasets[1], 'all') as dataset,
    count(*) as files,
    sum(unit.read) as records,
    sum(unit.inserted + unit.updated) as loaded,
    sum(unit.unchanged + unit.duplicate) as unchanged,
    sum(unit.skipped) as skipped,
    sum(unit.rejected) as rejected
from scorebook.units as unit
where unit.status = 'loaded'
group by rollup (unit.datasets[1])
order by grouping(unit.datasets[1]), records desc;
