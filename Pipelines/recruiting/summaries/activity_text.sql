-- summary: activity_text
-- title: How an activity reads in the feed
-- kind: function
-- schema: summary
create function summary.activity_text(activity_type text, word text, note text, school_name text)
returns table (title text, description text)
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select
        case activity_type
            when 'interaction'
                then upper(left(word, 1)) || replace(substr(word, 2), '_', ' ')
                    || ' with ' || coalesce(school_name, 'Unknown School')
            when 'school_status_change'
                then coalesce(school_name, 'Unknown School') || ' status changed to ' || replace(word, '_', ' ')
            else 'Uploaded ' || replace(word, '_', ' ')
        end,
        case
            when activity_type = 'interaction'
                then coalesce(left(note, 50) || case when length(note) > 50 then '...' else '' end, 'No additional details')
            else coalesce(note, 'No additional notes')
        end
$$;
