-- Ids of all rows, so that an id of another user is found before the insert. It runs with its owner's rights.
create view scorebook.performance_metrics_keys as
select metric.id, metric.user_id
from public.performance_metrics as metric;

alter view scorebook.performance_metrics_keys owner to scorebook_owner;
revoke all on scorebook.performance_metrics_keys from public;
grant select on scorebook.performance_metrics_keys to scorebook_loader;
