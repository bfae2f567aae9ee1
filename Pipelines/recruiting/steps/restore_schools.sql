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
    and entry.id not in (select brought.id from pg_temp.staged_school_status_history as brought)
