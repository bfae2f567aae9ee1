-- Tells every member of the family of an offer.
create function public.notify_on_offer() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
    insert into public.notifications (user_id, type, title, message, related_entity_type, related_entity_id, priority)
    select member.user_id, 'offer', 'New offer', new.offer_type, 'offer', new.id, 'high'
    from public.family_members as member
    where member.family_unit_id = new.family_unit_id;
    return new;
end
$$;
