create policy "Users can insert status history for their family schools" on public.school_status_history for insert to public
with check (exists ( select 1
    from (public.schools s
    join public.family_members fm on (((fm.family_unit_id = s.family_unit_id) and (fm.user_id = auth.uid()))))
    where (s.id = school_status_history.school_id)));

create policy "Users can view school status history for their families" on public.school_status_history for select to public
using (school_id in ( select s.id
    from public.schools s
    where (s.family_unit_id in ( select fm.family_unit_id
    from public.family_members fm
    where (fm.user_id = auth.uid())))));

create policy "Users can view status history for their family schools" on public.school_status_history for select to public
using (exists ( select 1
    from (public.schools s
    join public.family_members fm on (((fm.family_unit_id = s.family_unit_id) and (fm.user_id = auth.uid()))))
    where (s.id = school_status_history.school_id)));
