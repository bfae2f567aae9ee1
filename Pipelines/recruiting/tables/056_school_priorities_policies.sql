revoke all on public.school_priorities from anon, authenticated;
grant select, delete on public.school_priorities to authenticated;
grant insert (id, user_id, school_id, priority_tier) on public.school_priorities to authenticated;
grant update (priority_tier) on public.school_priorities to authenticated;
grant all on public.school_priorities to service_role;

-- A user who sees a school may set its tier.
create policy "Users can view tiers of their families' schools" on public.school_priorities for select to authenticated
using (exists (select from public.schools as s where s.id = school_id));

create policy "Users can add tiers of their families' schools" on public.school_priorities for insert to authenticated
with check (
    -- The id of another's school is not to be taken.
    id = school_id and exists (select from public.schools as s where s.id = school_id and s.user_id = school_priorities.user_id));

create policy "Users can change tiers of their families' schools" on public.school_priorities for update to authenticated
using (exists (select from public.schools as s where s.id = school_id))
with check (exists (select from public.schools as s where s.id = school_id));

create policy "Users can remove tiers of their families' schools" on public.school_priorities for delete to authenticated
using (exists (select from public.schools as s where s.id = school_id));
