-- Statuses that the app no longer uses, as its own migration has mapped them: "interested" is a favourite, contacted if
-- anything was said to it. What was said may lie in a file to come: it is noted who waits for that.
with {known}, silent as (
    select school.id
    from pg_temp.staged_schools as school
    where school.status = 'interested'
        and school.id not in (select interaction.school_id from known_interactions as interaction)
)
select scorebook.note_interested(
    array(select silent.id from silent),
    array(
        select noted.school_id
        from scorebook.interested_schools as noted
        join pg_temp.staged_schools as school on school.id = noted.school_id
        where school.id not in (select silent.id from silent)
    )
);
with {known}
update pg_temp.staged_schools as school
set is_favorite = coalesce(school.is_favorite, false) or school.status = 'interested',
    status = case
        when school.status = 'interested' then
            case
                when school.id in (select interaction.school_id from known_interactions as interaction) then 'contacted'
                else 'researching'
            end
        when school.status = 'declined' then 'not_pursuing'
        else 'visiting'
    end
where school.status in (
    'interested', 'declined', 'camp_invite', 'recruited', 'official_visit_invited', 'official_visit_scheduled'
)
