grant select, insert, delete on public.suggestion to scorebook_loader;
grant update (
    rule_type, urgency, message, action_type, related_school_id, related_task_id, dismissed, dismissed_at, completed,
    completed_at, pending_surface, surfaced_at, condition_snapshot, reappeared, previous_suggestion_id
) on public.suggestion to scorebook_loader;
grant select on public.suggestion to scorebook_owner;

create policy "scorebook reads suggestions of admitted owners" on public.suggestion for select to scorebook_loader
using (athlete_id in (select scorebook.admitted_owners()));

create policy "scorebook adds suggestions of admitted owners" on public.suggestion for insert to scorebook_loader
with check (athlete_id in (select scorebook.admitted_owners()));

create policy "scorebook changes suggestions of admitted owners" on public.suggestion for update to scorebook_loader
using (athlete_id in (select scorebook.admitted_owners()))
with check (athlete_id in (select scorebook.admitted_owners()));

create policy "scorebook removes suggestions of admitted owners" on public.suggestion for delete to scorebook_loader
using (athlete_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose suggestions an id is" on public.suggestion for select to scorebook_owner
using (true);
