-- Statuses that the app no longer uses, as its own migration has mapped them: "interested" is a favourite, contacted if
-- anything was said to it.
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
