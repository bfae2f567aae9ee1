-- The sixth and later ones of a player, those that are there first.
select numbered.record, 'url' as field
from (
    select
        video.record,
        row_number() over (partition by video.user_id order by video.record nulls first) as place
    from known_video_links as video
) as numbered
where numbered.record is not null and numbered.place > 5
