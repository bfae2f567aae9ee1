with caused as (
    select
        unit.id as file,
        unit.format,
        -- The cause without its column, and without what was found there.
        regexp_replace(regexp_replace(reject.message, '^"[^"]*" ', ''), '[:;,].*$', '') as cause
    from scorebook.rejects as reject
    join scorebook.units as unit on unit.id = reject.unit_id
    where unit.status = 'loaded'
)

select
    count(*) as records,
    count(distinct file) as files,
    count(distinct format) as formats,
    cause
from caused
group by cause
order by records desc, cause
limit 6;
