-- Notifies every other member of the family that a coach has written.
create function public.notify_on_inbound_interaction() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
    insert into public.notifications (user_id, type, title, message, related_entity_type, related_entity_id)
    select member.user_id, 'inbound_interaction', 'New message from a coach', new.subject, 'interaction', new.id
    from public.family_members as member
    where member.family_unit_id = new.family_unit_id and member.user_id is distinct from new.logged_by;
    return new;
end
$$;
