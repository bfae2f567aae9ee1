-- Rows of admitted owners, for comparing with what a file holds. It runs with its owner's rights, whose policy is plain
-- `true`: through the app's own policies the planner reckons a scan of family_members a row and reads the whole table.
grant select on public.performance_metrics to scorebook_owner;

create view scorebook.performance_metrics_rows with (security_barrier = true) as
select metric.*
from public.performance_metrics as metric
where metric.user_id in (select scorebook.admitted_owners());

alter view scorebook.performance_metrics_rows owner to scorebook_owner;
revoke all on scorebook.performance_metrics_rows from public;
grant select on scorebook.performance_metrics_rows to scorebook_loader;
