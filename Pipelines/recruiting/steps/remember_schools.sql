-- The app takes the first interaction for news and advances the school's status, as of now. What is carried over is no
-- news: the schools are remembered as they are.
create temporary table if not exists remembered_schools (
    id uuid not null, status public.school_status, status_changed_at timestamp with time zone
);
delete from pg_temp.remembered_schools;
insert into pg_temp.remembered_schools (id, status, status_changed_at)
select school.id, school.status, school.status_changed_at
from public.schools as school
where coalesce(school.status, 'researching') in ('researching', 'interested')
    and school.id in (select interaction.school_id from {labelled} as interaction where interaction.label = 'i')
