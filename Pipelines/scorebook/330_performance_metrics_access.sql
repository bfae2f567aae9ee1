grant select, insert, delete on public.performance_metrics to scorebook_loader;
grant update (
    metric_type, value, display_value, unit, recorded_date, event_id, source
) on public.performance_metrics to scorebook_loader;
grant select (id, user_id) on public.performance_metrics to scorebook_owner;

create policy "scorebook reads metrics of admitted owners" on public.performance_metrics
for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds metrics of admitted owners" on public.performance_metrics
for insert to scorebook_loader
with check (
    user_id in (select scorebook.admitted_owners())
    and (family_unit_id is null or family_unit_id in (select scorebook.admitted_families()))
);

create policy "scorebook changes metrics of admitted owners" on public.performance_metrics
for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes metrics of admitted owners" on public.performance_metrics
for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose metric an id is" on public.performance_metrics for select to scorebook_owner
using (true);

call scorebook.show_rows('public.performance_metrics');
