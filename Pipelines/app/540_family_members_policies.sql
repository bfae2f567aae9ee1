create policy "Enable insert for users based on user_id" on public.family_members for insert to public
with check (( select auth.uid() as uid) = user_id);

create policy "Users can add themselves to families they own" on public.family_members for insert to public
with check ((user_id = auth.uid()) and (exists ( select 1
    from public.family_units fu
    where ((fu.id = family_members.family_unit_id) and (fu.created_by_user_id = auth.uid())))));

create policy "Users can view all members in their families" on public.family_members for select to public
using (public.user_is_family_member(family_unit_id));

create policy "Users can view family members" on public.family_members for select to public
using (family_unit_id in ( select fid.family_unit_id
    from public.get_user_family_ids() fid(family_unit_id)));

create policy "Users can view their own family memberships" on public.family_members for select to authenticated
using (user_id = auth.uid());
