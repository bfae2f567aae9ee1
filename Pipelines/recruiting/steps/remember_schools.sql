-- The app takes the first interaction for news and advances the school's status, as of now. What is carried over is no
-- news: the schools are remembered as they are, but for those that came as "interested" and now are contacted.
create temporary table if not exists remembered_schools (
    id uuid not null, status public.school_status, status_changed_at timestamp with time zone, updated_by uuid
);
delete from pg_temp.remembered_schools;
insert into pg_temp.remembered_schools (id, status, status_changed_at, updated_by)
select
    school.id,
    case when noted.school_id is null then school.status else 'contacted' end,
    school.status_changed_at,
    school.updated_by
from public.schools as school
left join scorebook.interested_schools as noted on noted.school_id = school.id
where coalesce(school.status, 'researching') in ('researching', 'interested')
    and school.id in (select interaction.school_id from {labelled} as interaction where interaction.label = 'i')
order by school.id
for no key update of school;
insert into pg_temp.rewritten (table_name, key)
select 'public.schools', remembered.id from pg_temp.remembered_schools as remembered
