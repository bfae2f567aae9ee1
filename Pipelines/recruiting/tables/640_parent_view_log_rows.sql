-- Rows of admitted owners and their families, for comparing with what a file holds. It runs with its owner's rights, whose
-- policy is plain `true`: through the app's own policies the planner reckons a scan of family_members a row.
create view scorebook.parent_view_log_rows with (security_barrier = true) as
select view.*
from public.parent_view_log as view
where view.parent_user_id in (select scorebook.admitted_owners());

alter view scorebook.parent_view_log_rows owner to scorebook_owner;
revoke all on scorebook.parent_view_log_rows from public;
grant select on scorebook.parent_view_log_rows to scorebook_loader;
