update public.schools as school
set status = remembered.status, status_changed_at = remembered.status_changed_at, updated_by = remembered.updated_by
from pg_temp.remembered_schools as remembered
where school.id = remembered.id
    and (school.status, school.status_changed_at, school.updated_by)
        is distinct from (remembered.status, remembered.status_changed_at, remembered.updated_by);
delete from public.school_status_history as entry
using pg_temp.remembered_schools as remembered
where entry.school_id = remembered.id
    and entry.created_at = now()
    and entry.notes = 'Auto-advanced: interaction logged'
    and entry.id not in (select brought.id from pg_temp.staged_school_status_history as brought);
-- Of those that nobody but us had written, nobody but us has written them now.
with ours as materialized (
    select block.key as id, lineage.xmin as writer
    from scorebook.lineage
    cross join lateral unnest(lineage.keys) as block (key)
    where lineage.table_name = 'public.schools'
        and lineage.xmin in (select remembered.writer from pg_temp.remembered_schools as remembered)
    union
    select block.key, later.xmin
    from scorebook.later_writes as later
    cross join lateral unnest(later.keys) as block (key)
    where later.table_name = 'public.schools'
        and later.keys && array(select remembered.id from pg_temp.remembered_schools as remembered)
)
insert into scorebook.later_writes (table_name, keys)
select 'public.schools', array_agg(school.id)
from public.schools as school
join pg_temp.remembered_schools as remembered on remembered.id = school.id
join ours on ours.id = remembered.id and ours.writer = remembered.writer
where school.xmin <> remembered.writer
having count(*) > 0
