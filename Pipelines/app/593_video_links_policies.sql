create policy "video_links_delete_owner_player" on public.video_links for delete to public
using ((user_id = auth.uid()) and (exists ( select 1
    from public.family_members
    where ((family_members.user_id = auth.uid()) and ((family_members.role)::text = 'player'::text)))));

create policy "video_links_insert_owner_player" on public.video_links for insert to public
with check ((user_id = auth.uid()) and (exists ( select 1
    from public.family_members
    where ((family_members.user_id = auth.uid()) and ((family_members.role)::text = 'player'::text)))) and ((family_unit_id is null) or (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())))));

create policy "video_links_select_own_or_family" on public.video_links for select to public
using ((user_id = auth.uid()) or (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid()))));

create policy "video_links_update_owner_player" on public.video_links for update to public
using (user_id = auth.uid())
with check ((user_id = auth.uid()) and (exists ( select 1
    from public.family_members
    where ((family_members.user_id = auth.uid()) and ((family_members.role)::text = 'player'::text)))) and ((family_unit_id is null) or (family_unit_id in ( select family_members.family_unit_id
    from public.family_members
    where (family_members.user_id = auth.uid())))));
