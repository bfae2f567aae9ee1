-- The app's policies show a metric to its family. One that was imported before its athlete joined a family is shown to
-- the athlete, and becomes the family's when the athlete joins.
create policy "scorebook shows athletes their metrics without a family" on public.performance_metrics
for select to authenticated
using (family_unit_id is null and user_id = (select auth.uid()));

grant select (family_unit_id), update (family_unit_id) on public.performance_metrics to scorebook_owner;
grant select (family_unit_id, user_id, role) on public.family_members to scorebook_owner;

create policy "scorebook gives metrics without a family their own" on public.performance_metrics
for update to scorebook_owner
using (family_unit_id is null)
with check (family_unit_id is not null);

create function scorebook.give_metrics_their_family() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    update public.performance_metrics as metric
    set family_unit_id = new.family_unit_id
    where metric.user_id = new.user_id and metric.family_unit_id is null;
    return null;
end
$$;

revoke all on function scorebook.give_metrics_their_family() from public;

create trigger scorebook_give_metrics_their_family after insert or update of family_unit_id, user_id, role
on public.family_members
for each row when (new.role = 'player')
execute function scorebook.give_metrics_their_family();

alter function scorebook.give_metrics_their_family() owner to scorebook_owner;
