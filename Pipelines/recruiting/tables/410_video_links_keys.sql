-- Ids of all rows, so that an id that is somebody else's can be told before the insert. It runs with its owner's rights.
create view scorebook.video_links_keys as
select video.id, video.user_id
from public.video_links as video;

alter view scorebook.video_links_keys owner to scorebook_owner;
revoke all on scorebook.video_links_keys from public;
grant select on scorebook.video_links_keys to scorebook_loader;
