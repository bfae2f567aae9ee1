-- Rows of admitted owners and their families, for comparing with what a file holds. It runs with its owner's rights, whose
-- policy is plain `true`: through the app's own policies the planner reckons a scan of family_members a row.
create view scorebook.video_links_rows with (security_barrier = true) as
select video.*
from public.video_links as video
where video.user_id in (select scorebook.admitted_owners());

alter view scorebook.video_links_rows owner to scorebook_owner;
revoke all on scorebook.video_links_rows from public;
grant select on scorebook.video_links_rows to scorebook_loader;
