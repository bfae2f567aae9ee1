-- Statuses that the app no longer uses, as its own migration has mapped them: "interested" is a favourite, contacted if
-- anything was said to it.
update pg_temp.staged_schools as school
set is_favorite = school.is_favorite or school.status = 'interested',
    status = case
        when school.status = 'interested' then
            case
                when exists (
                    select from public.interactions as interaction where interaction.school_id = school.id
                ) then 'contacted'
                when exists (
                    select from pg_temp.staged_interactions as interaction where interaction.school_id = school.id
                ) then 'contacted'
                else 'researching'
            end
        when school.status = 'declined' then 'not_pursuing'
        else 'visiting'
    end
where school.status in (
    'interested', 'declined', 'camp_invite', 'recruited', 'official_visit_invited', 'official_visit_scheduled'
)
